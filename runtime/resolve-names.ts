import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './judge-addresses.ts';

/** Twice, the second time longer: what takes more than a few seconds is of no use to who waits for it. */
const PATIENCE = { timeout: 1000, tries: 2 };

/**
 * Asks DNS itself, for names that anybody may send here. The operating system's look-up holds one of the two threads that Node
 * has for it until it gives up, half a minute perhaps: names whose servers say nothing would keep mail, webhooks and single
 * sign-on from finding theirs. What lies in a hosts file is not found this way.
 * @param servers default: those of the operating system
 */
export function createNameResolver(servers?: string[]): Resolve {
  const resolver = new Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found;
    throw new Error(`DNS knows no address of ${host}`, { cause: asked.map((one) => 'reason' in one && one.reason) });
  };
}
