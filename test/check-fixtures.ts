/** Checks in the rows, for tests of what becomes of them. */
import { refreshInstances } from '../domain/check-runs/effective.ts';
import type { CheckCreate } from '../schema/checks.ts';
import type { TestServer } from './harness.ts';

/** A check of a device's own, assigned. Failure and recovery take one reading each unless told otherwise. */
export async function createCheck(
  server: TestServer,
  agent_id: string,
  { config = { mount: 'all' }, ...changes }: Partial<CheckCreate> = {},
): Promise<string> {
  const row = {
    ...{
      type: 'diskspace',
      name: 'Disk',
      agent_id,
      interval_sec: 60,
      failure_count: 1,
      recovery_count: 1,
      hysteresis: 0,
    },
    ...{ warn_threshold: 80, err_threshold: 90, cooldown_sec: 0, timeout_sec: 60 },
    ...changes,
  };
  const { sql } = server.db;
  const [made] = await sql<{ id: string }[]>`
    insert into checks ${sql(row)} returning id`;
  await sql`update checks set config = ${sql.json(JSON.parse(JSON.stringify(config)))} where id = ${made?.id ?? ''}`;
  await refreshInstances(server.ctx);
  return made?.id ?? '';
}
