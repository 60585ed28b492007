import { hash } from 'node:crypto';

/** Prefixes that secret scanners can learn (CONTRACT.md, HTTP conventions). */
export const tokenPrefix = {
  session: 'rms_',
  apiToken: 'rmk_',
  enrollment: 'rme_',
  device: 'rmd_',
  liveTicket: 'rml_',
  passwordReset: 'rmp_',
  emailConfirmation: 'rmq_',
  oauthAccess: 'rmo_',
  oauthRefresh: 'rmr_',
  oauthCode: 'rmc_',
  ssoGrant: 'rmg_',
} as const;

/** A new secret: prefix and 256 random bits in base64url. */
export const newToken = (kind: keyof typeof tokenPrefix, random: (bytes: number) => Uint8Array): string =>
  tokenPrefix[kind] + Buffer.from(random(32)).toString('base64url');

/** SHA-256 of a token, the only form in which it is stored. Enough for 256 random bits; passwords use argon2id. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
