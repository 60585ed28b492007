/** Hosts as a configuration names them, for programs and sockets. */
import { isIPv6 } from 'node:net';

/**
 * Without the brackets of an IPv6 address. Only an address may stand in them: the rest could begin with a hyphen, and be
 * taken for an option. @throws Error when it is no name and no address.
 */
export function plainHost(host: string): string {
  const [, inner] = /^\[(.*)\]$/.exec(host) ?? [];
  if (inner !== undefined && isIPv6(inner)) return inner;
  if (inner !== undefined || !/^[A-Za-z0-9_:.]/.test(host)) throw new Error('This is no host name and no address.');
  return host;
}

/** `host:port`, with brackets where the host has colons. */
export const withPort = (host: string, port: number) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
