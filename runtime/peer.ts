import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import { listIncludes } from './address-list.ts';

/** Address of the client: the peer's own, or what trusted proxies say of it. `untrusted` is set when somebody else forwarded. */
export interface ClientAddress {
  ip: string;
  untrusted: boolean;
}

/** `::ffff:192.0.2.1` is the IPv4 address it maps (RFC 4291, 2.5.5.2); uWebSockets.js writes IPv6 in full, which is shortened here. */
export function plainAddress(address: string): string {
  const mapped = /^(?:::ffff:|(?:0+:){5}ffff:)(.+)$/i.exec(address)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const hex = mapped && /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(mapped);
  if (hex)
    return [hex[1], hex[2]]
      .flatMap((part) => [Number.parseInt(part ?? '', 16) >> 8, Number.parseInt(part ?? '', 16) & 255])
      .join('.');
  return isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
}

/**
 * Walks X-Forwarded-For from the right, over trusted proxies only: the first address that is none of them is the client.
 * From a peer that is not trusted the header is ignored, whatever it says (ATTACKS.md 2).
 */
export function clientAddress(proxies: BlockList, peer: string, forwardedFor: string): ClientAddress {
  let ip = plainAddress(peer);
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  const untrusted = hops.length > 0 && !listIncludes(proxies, ip);
  while (hops.length > 0 && listIncludes(proxies, ip)) {
    const hop = plainAddress(hops.pop() ?? '');
    if (!isIPv4(hop) && !isIPv6(hop)) break;
    ip = hop;
  }
  return { ip, untrusted };
}
