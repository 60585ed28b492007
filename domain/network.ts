/**
 * What counts as one peer in a limit: an IPv4 address, or the /64 of an IPv6 one, because whoever has one address of a
 * /64 has all of them (RFC 6177). Takes addresses as Origin has them: IPv6 is shortened.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return `${[...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')}::/64`;
}
