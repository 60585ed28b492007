/**
 * The server's environment variables: name, default and form of each (CONTRACT.md, Configuration). What depends on several
 * of them at once, or on a file, is checked in runtime/config.ts. No message repeats a value: several are secrets.
 */
import { z } from 'zod';
import { MailSecurity, senderPattern } from './mail.ts';

export const LogLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
export type LogLevel = z.infer<typeof LogLevel>;

export const RemoteProvider = z.enum(['native', 'files', 'terminal', 'extprov_a', 'extprov_b']);
export type RemoteProvider = z.infer<typeof RemoteProvider>;

/** Where a listener binds; port 0 takes a free one. */
export type Listen = { host: string; port: number };

const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A value that `read` turns into what the server works with; undefined from `read` refuses it with `message`. */
const value = <T>(read: (text: string) => T | undefined, message: string) =>
  z.string().transform((text, context) => {
    const result = read(text.trim());
    if (result !== undefined) return result;
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  });

const matching = (pattern: RegExp, message: string) =>
  value((text) => (pattern.test(text) ? text : undefined), message);

/** Parts of a list; undefined when one is empty or malformed, as after a comma too many. */
function parts(text: string, isValid: (part: string) => boolean): string[] | undefined {
  const all = text.split(',').map((part) => part.trim());
  return all.every(isValid) ? all : undefined;
}

const list = (isValid: (part: string) => boolean, message: string) => value((text) => parts(text, isValid), message);

const listen = value(readListen, 'must be an address and a port, as 127.0.0.1:8080, [::1]:8080 or :8080');

function readListen(text: string): Listen | undefined {
  const [, v6, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return undefined;
  if (v6 !== undefined) return z.ipv6().safeParse(v6).success ? { host: v6, port } : undefined;
  return { host: name || '0.0.0.0', port };
}

/** Scheme, host and port alone, without the closing slash. */
function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const plain = url && ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href;
  return plain ? url.origin : undefined;
}

const origin = value(readOrigin, 'must be an origin, as https://rmm.example.com: no path, query or credentials');

const isSecure = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOSTS.test(url.hostname));

const mcpOrigin = value((text) => {
  const found = readOrigin(text);
  return found !== undefined && isSecure(new URL(found)) ? found : undefined;
}, 'must be an https origin without a path (http only on a loopback address)');

/** OpenID Connect Discovery: compared with `iss` to the letter, so it stays as written. */
const issuer = value((text) => {
  const url = URL.parse(text);
  return url && isSecure(url) && url.search === '' && url.hash === '' ? text : undefined;
}, 'must be an https URL without query (http only on a loopback address)');

const urlOf = (schemes: string[], message: string) =>
  value((text) => {
    const url = URL.parse(text);
    return url && schemes.includes(url.protocol) ? text : undefined;
  }, message);

/** A mail relay as its URL names it. */
export type Relay = { host: string; port: number; security: MailSecurity; username: string; password: string };

/**
 * smtps:// is TLS from the first byte (port 465); smtp:// demands STARTTLS (587), except on this machine, where a local relay
 * rarely has a certificate. `?security=none` or `=starttls` says otherwise, for a relay in a network of one's own.
 */
function readRelay(text: string): Relay | undefined {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname || url.hash) return undefined;
  if (!['', '/'].includes(url.pathname) || [...url.searchParams.keys()].some((key) => key !== 'security'))
    return undefined;
  const tls = url.protocol === 'smtps:';
  const local = LOOPBACK_HOSTS.test(url.hostname);
  const usual = tls ? 'tls' : local ? 'none' : 'starttls';
  const security = MailSecurity.safeParse(url.searchParams.get('security') ?? usual).data;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (!security || (security === 'tls') !== tls || username === undefined || password === undefined) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(url.port) || (tls ? 465 : 587), security, username, password };
}

/** Undefined for a % that begins nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const databaseUrl = urlOf(['postgres:', 'postgresql:'], 'must be a postgres:// URL');

const flag = value(
  (text) => ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()],
  'must be true or false',
).default(false);

const whole = (min: number, max: number, initial: number) =>
  value((text) => {
    const number = Number(text);
    return /^\d{1,9}$/.test(text) && number >= min && number <= max ? number : undefined;
  }, `must be a whole number from ${min} to ${max}`).default(initial);

/** Base64 of 256 bits in its one canonical form: 43 characters, the last of which ends in two zero bits, and the padding. */
const isKey = (part: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(part);

const isAddress = (part: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((form) => form.safeParse(part).success);

const addresses = list(isAddress, 'must be a comma-separated list of addresses and CIDRs, as 10.0.0.0/8,::1');
const keys = (what: string) => list(isKey, `must be base64 of ${what} of 32 bytes, or a comma-separated list of them`);
/** RFC 6750, b64token, is narrower; what breaks a header is refused, nothing else. */
const bearer = matching(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
const line = matching(/^[^\p{Cc}]{1,100}$/u, 'must be one line of 1 to 100 characters');
const words = value((text) => text.split(/[\s,]+/).filter(Boolean), 'must be words').default([]);
const path = matching(/^[^\0]+$/, 'must be a path');
const days = whole(1, 3650, 90);

export const Environment = z.object({
  RMM_LISTEN: listen.default({ host: '127.0.0.1', port: 8080 }),
  RMM_AGENTS_LISTEN: listen.optional(),
  RMM_MCP_LISTEN: listen.optional(),
  RMM_CONSOLE_URL: origin.optional(),
  RMM_PUBLIC_URL: origin.optional(),
  RMM_MCP_PUBLIC_URL: mcpOrigin.optional(),
  RMM_TLS_CERT: path.optional(),
  RMM_TLS_KEY: path.optional(),
  RMM_TRUSTED_PROXIES: addresses.default([]),
  RMM_DATABASE_URL: databaseUrl.optional(),
  RMM_MIGRATE_DATABASE_URL: databaseUrl.optional(),
  RMM_DATA_DIR: path.default('./data'),
  RMM_SECRET_KEY: keys('a key').default([]),
  RMM_ADMIN_TOKEN: bearer.optional(),
  RMM_METRICS_TOKEN: bearer.optional(),
  RMM_ALLOW_UNAPPROVED_JOBS: flag,
  RMM_REMOTE_PROVIDER: value(
    (text) => RemoteProvider.safeParse(text).data,
    `must be one of ${RemoteProvider.options.join(', ')}`,
  ).default('native'),
  RMM_UPDATE_PUBLIC_KEY: keys('an Ed25519 public key').default([]),
  RMM_OIDC_ENABLED: flag,
  RMM_OIDC_ISSUER: issuer.optional(),
  RMM_OIDC_CLIENT_ID: bearer.optional(),
  RMM_OIDC_CLIENT_SECRET: matching(/^[^\p{Cc}]+$/u, 'must be one line').optional(),
  RMM_OIDC_LABEL: line.default('Single sign-on'),
  RMM_OIDC_SCOPES: value((text) => {
    const scopes = text.split(/\s+/);
    return scopes.includes('openid') ? scopes : undefined;
  }, 'must be scopes separated by spaces, with openid among them').default(['openid', 'email', 'profile']),
  RMM_OIDC_ROLE: line.optional(),
  RMM_OIDC_ACR_VALUES: words,
  RMM_OIDC_REQUIRED_AMR: words,
  RMM_MCP_OAUTH_ENABLED: flag,
  RMM_MCP_ALLOWED_IPS: addresses.optional(),
  RMM_ALERT_RETENTION_DAYS: days,
  RMM_CHECK_RESULT_RETENTION_DAYS: days,
  RMM_NOTIFICATION_RETENTION_DAYS: days,
  RMM_SMTP_URL: value(
    readRelay,
    'must be an smtp:// or smtps:// URL with a host, and with nothing behind it but ?security=none or =starttls',
  ).optional(),
  RMM_SMTP_FROM: matching(
    senderPattern,
    'must be an address, as muster@example.com or Muster <muster@example.com>',
  ).optional(),
  RMM_SMTP_ALERTS_ALLOW_PRIVATE: flag,
  RMM_WEBHOOKS_ALLOW_PRIVATE: flag,
  RMM_ALERTS_HOURLY_LIMIT: whole(1, 1_000_000, 100),
  RMM_INSTANCE_NAME: line.optional(),
  RMM_LOG_LEVEL: value(
    (text) => LogLevel.safeParse(text).data,
    `must be one of ${LogLevel.options.join(', ')}`,
  ).default('info'),
});
export type Environment = z.infer<typeof Environment>;

/** What agents read; on a machine that runs both they may stand in the server's environment too. */
export const AGENT_VARIABLES = [
  'RMM_UPDATE_VERIFY',
  'RMM_UPDATE_INTERVAL',
  'RMM_AUTO_UPDATE',
  'RMM_AGENT_STATE_DIR',
  'RMM_JOB',
];
