import { readFileSync } from 'node:fs';
import type { Account } from './account.ts';

/** Bits of capabilities(7). The first may only read and search; Docker gives root the second and not the first. */
const CHOICES = [
  { name: 'dac_read_search', bit: 1n << 2n },
  { name: 'dac_override', bit: 1n << 1n },
];

/**
 * The least of our root's capabilities that lets the system user pass through folders that are root's alone, as /root and
 * those of mktemp -d are. Throws a sentence for the operator where there is none.
 */
export function passThroughCapability(account: Account, cluster: string): string {
  const found = CHOICES.find(({ bit }) => (ownCapabilities() & bit) !== 0n);
  if (found) return found.name;
  throw new Error(
    `the system user ${account.name}, who runs the embedded PostgreSQL, cannot pass through the folders above ${cluster} or above Muster itself: move both to where every user may pass (as /opt or /var/lib), or start Muster as an ordinary user`,
  );
}

function ownCapabilities(): bigint {
  if (process.platform !== 'linux') return 0n;
  const [, hex] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return BigInt(`0x${hex ?? '0'}`);
}
