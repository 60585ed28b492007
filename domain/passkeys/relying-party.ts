import type { Ctx, Settings } from '../context.ts';
import { conflict } from '../problem.ts';

/** Whom a passkey is made for (WebAuthn, Relying Party). */
export interface RelyingParty {
  /** Host name of the console. */
  rpId: string;
  origin: string;
  /** What the authenticator shows. */
  name: string;
}

/**
 * The console as a relying party, or what stands in the way. An RP ID is a domain name, never an IP address, and browsers
 * offer WebAuthn in secure contexts only: https, or http on localhost (WebAuthn, 5.1.3; W3C Secure Contexts, 3.1).
 */
export function relyingParty({
  settings,
}: {
  settings: Pick<Settings, 'consoleUrl' | 'instanceName'>;
}): { party: RelyingParty } | { party: null; reason: 'ip_address' | 'no_https' } {
  const { hostname, origin, protocol } = new URL(settings.consoleUrl);
  if (isAddress(hostname)) return { party: null, reason: 'ip_address' };
  if (protocol !== 'https:' && !/(^|\.)localhost$/.test(hostname)) return { party: null, reason: 'no_https' };
  return { party: { rpId: hostname, origin, name: settings.instanceName } };
}

/** URL writes every IPv4 address as four numbers, and IPv6 in brackets (WHATWG URL, host serializer). */
const isAddress = (hostname: string): boolean => hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);

/** @throws 409 passkeys_unavailable */
export function requireRelyingParty(ctx: Ctx): RelyingParty {
  const { party } = relyingParty(ctx);
  if (party) return party;
  throw conflict(
    'passkeys_unavailable',
    'Browsers take passkeys only when the console has a name and https, or is on localhost. RMM_CONSOLE_URL decides.',
  );
}
