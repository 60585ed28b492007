/**
 * Which addresses a relay named in the console may have: global unicast ones (IANA special-purpose address registries, RFC
 * 6890), so that nobody reaches into the server's own network by way of mail (ATTACKS.md 41).
 */
import { BlockList, isIP } from 'node:net';

/** Everything else of IPv4 is global unicast. */
const specialIpv4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared, behind carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds keep their metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** The parts of global unicast that are not. */
const specialIpv6: [string, number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which may hold any IPv4 address
  ['3fff::', 20], // documentation
];

/** IPv6 forms of an IPv4 address that are judged by it: mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052), for hosts behind one. */
const ipv4Within = ['::ffff:', '64:ff9b::'];

const ipv4 = new BlockList();
/** Outside of it nothing is global: ::, ::1, compatible (::/96), local NAT64 (64:ff9b:1::/48), fc00::/7, fe80::/10, ff00::/8, … */
const globalIpv6 = new BlockList();
const ipv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
for (const prefix of ipv4Within) globalIpv6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');
for (const [network, bits] of specialIpv6) ipv6.addSubnet(network, bits, 'ipv6');
for (const [network, bits] of specialIpv4) {
  ipv4.addSubnet(network, bits, 'ipv4');
  for (const prefix of ipv4Within) ipv6.addSubnet(prefix + network, 96 + bits, 'ipv6');
}

/** Whether it is reachable from anywhere. @param address as a resolver gives it; what is no address, or has a zone, is not */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !ipv4.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}
