import { statfs } from 'node:fs/promises';
import type { Ctx } from '../domain/context.ts';
import { behindMs } from '../domain/retention/clock.ts';
import type { Metrics } from './metrics.ts';

/** Registers a gauge that is read from the database, and is 0 while that is away. */
type Counted = (name: string, what: string, count: () => Promise<number>) => unknown;

/** Room for the data directory, and whether expiry keeps up: what an operator has to see before it is too late. */
export function countUpkeep(ctx: Ctx, metrics: Pick<Metrics, 'gauge'>, dataDir: string, counted: Counted): void {
  const file = async (part: 'bavail' | 'blocks') => {
    const found = await statfs(dataDir);
    return found[part] * found.bsize;
  };
  metrics.gauge('rmm_data_dir_free_bytes', 'Room left on the file system of RMM_DATA_DIR', () => file('bavail'));
  metrics.gauge('rmm_data_dir_size_bytes', 'Size of the file system of RMM_DATA_DIR', () => file('blocks'));
  counted(
    'rmm_retention_behind_seconds',
    'Time since which expiry of history has not moved on, a day at most when all is well',
    async () => (await behindMs(ctx)) / 1000,
  );
}
