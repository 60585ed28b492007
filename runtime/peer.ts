import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import { listIncludes } from './address-list.ts';

/** Address of the client: the peer's own, or what trusted proxies say of it. `untrusted` is set when somebody else forwarded. */
export interface ClientAddress {
  ip: string;
  untrusted: boolean;
}

/**
 * `::ffff:192.0.2.1` is the IPv4 address it maps (RFC 4291, 2.5.5.2); uWebSockets.js writes IPv6 in full, which is shortened
 * here. Never throws: it runs inside a uWebSockets.js handler, where that would end the process.
 */
export function plainAddress(address: string): string {
  if (isIPv4(address)) return address;
  const mapped = /^(?:::ffff:|(?:0+:){5}ffff:)(.+)$/i.exec(address)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const hex = mapped && /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(mapped);
  if (hex)
    return [hex[1], hex[2]]
      .flatMap((part) => [Number.parseInt(part ?? '', 16) >> 8, Number.parseInt(part ?? '', 16) & 255])
      .join('.');
  // A zone (`fe80::1%eth0`, RFC 4007) means something on its own machine alone, and no URL takes it.
  const withoutZone = address.replace(/%.*$/s, '');
  return isIPv6(withoutZone) ? new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1) : address;
}

/** Proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711` too. */
const withoutPort = (hop: string): string =>
  /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop)?.slice(1).find(Boolean) ?? hop;

/**
 * Walks X-Forwarded-For from the right, over trusted proxies only: the first address that is none of them is the client.
 * From a peer that is not trusted the header is ignored, whatever it says (ATTACKS.md 2). Several such header lines are
 * one list, in their order (RFC 9110, 5.3): some proxies append a line of their own.
 */
export function clientAddress(proxies: BlockList, peer: string, forwardedFor: string): ClientAddress {
  let ip = plainAddress(peer);
  if (forwardedFor === '') return { ip, untrusted: false };
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  const untrusted = hops.length > 0 && !listIncludes(proxies, ip);
  while (hops.length > 0 && listIncludes(proxies, ip)) {
    const hop = plainAddress(withoutPort(hops.pop() ?? ''));
    if (!isIPv4(hop) && !isIPv6(hop)) break;
    ip = hop;
  }
  return { ip, untrusted };
}
