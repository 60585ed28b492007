/**
 * Where applications may be sent back to (ATTACKS.md 13; RFC 8252, 7 and 8.3; RFC 9700, 4.1). A URI is judged as it is
 * written: what a parser would repair, such as `0x7f.1`, a backslash or a space, is refused before it is parsed.
 */

/** `http` with a port or none, and what follows it. */
const LOOPBACK_URI = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?([/?].*)?$/;
/** Characters of RFC 3986, 2; no fragment. */
const WRITTEN = /^[A-Za-z][A-Za-z0-9+.-]*:[!$&'()*+,\-./0-9:;=?@A-Z[\]_a-z~%]+$/;
const BAD_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** Schemes that editors and desktop applications use although they are no reversed domain name (RFC 8252, 7.1). */
const knownSchemes = new Set([
  'claude',
  'code-oss',
  'codex',
  'cursor',
  'goose',
  'jetbrains',
  'kiro',
  'raycast',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'windsurf-next',
  'zed',
]);

const REDIRECT_URI_MAX = 2000;

/** Why this cannot be registered, as the end of a sentence; undefined when it can. */
export function objectionTo(uri: string): string | undefined {
  if (uri.length > REDIRECT_URI_MAX) return 'is too long';
  if (uri.includes('#')) return 'must have no fragment';
  if (!WRITTEN.test(uri) || BAD_PERCENT.test(uri)) return 'is not a URI as RFC 3986 writes it';
  const url = URL.parse(uri);
  if (!url) return 'is not a URI';
  if (url.username !== '' || url.password !== '') return 'must hold no user name';
  if (url.protocol === 'https:') return objectionToHttps(uri, url);
  if (url.protocol === 'http:') return loopback(uri) ? undefined : 'must be https, or http on a loopback address';
  const scheme = url.protocol.slice(0, -1);
  if (!scheme.includes('.') && !knownSchemes.has(scheme)) return `must not use the scheme ${scheme}`;
  return undefined;
}

/** The host must be what it looks like. */
function objectionToHttps(uri: string, { hostname }: URL): string | undefined {
  const written = /^https:\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?(?:[/?]|$)/i.exec(uri)?.[1]?.toLowerCase();
  if (written !== hostname || hostname.endsWith('.')) return 'must name its host plainly';
  return undefined;
}

/** Host and the rest of a loopback URI; undefined for any other. */
function loopback(uri: string): { host: string; rest: string } | undefined {
  const [, host, port, rest = ''] = LOOPBACK_URI.exec(uri) ?? [];
  if (host === undefined || Number(port) === 0) return undefined; // one beyond 65535 is no URL, and was refused before
  return { host, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The same for every port that an application on this computer may get (RFC 8252, 7.3). */
export function portless(uri: string): string {
  const found = loopback(uri);
  return found ? `http://${found.host}${found.rest}` : uri;
}

/**
 * Whether a request's redirect URI is one of the registered: the same to the letter (RFC 9700, 4.1.3), except the port of a
 * loopback address, which is free (RFC 8252, 7.3).
 */
export function matchesRegistered(registered: readonly string[], asked: string): boolean {
  if (asked.length > REDIRECT_URI_MAX || objectionTo(asked) !== undefined) return false;
  const wanted = portless(asked);
  return registered.some((uri) => uri === asked || (loopback(uri) !== undefined && portless(uri) === wanted));
}

/** Host of a registered URI, lower case and without its port; `<scheme>:` of a private-use scheme. */
export function hostOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? hostname.toLowerCase() : protocol;
}

/** Each host once, sorted. */
export const hostsOf = (uris: readonly string[]): string[] => [...new Set(uris.map(hostOf))].toSorted();
