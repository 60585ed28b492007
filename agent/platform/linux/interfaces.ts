import { networkInterfaces } from 'node:os';
import type { z } from 'zod';
import type { Interface } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { namesIn, readText } from './command.ts';

/** Every interface but the loopback, with or without an address. */
export async function interfaces(): Promise<z.infer<typeof Interface>[]> {
  const addresses = networkInterfaces();
  const names = namesIn('/sys/class/net').filter((name) => readText(`/sys/class/net/${name}/address`) !== '');
  return names
    .filter((name) => name !== 'lo')
    .slice(0, 1000)
    .map((name) => ({
      name: clean(name, 500),
      mac: readText(`/sys/class/net/${name}/address`),
      ips: (addresses[name] ?? [])
        .map(({ address }) => clean(address, 500))
        .sort()
        .slice(0, 256),
    }));
}
