/** Lists of addresses and networks, for trusted proxies and allow lists. */
import { BlockList, isIP } from 'node:net';

/** Entries are addresses and CIDRs of both families, already validated (schema/config.ts). */
export function createAddressList(entries: string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether `address` is in the list; IPv4 written as IPv6 (`::ffff:10.0.0.1`) counts as the IPv4 it is. */
export function listIncludes(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
