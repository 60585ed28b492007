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

/** Its state, where it runs on one device. */
export const instanceOf = async (server: TestServer, checkId: string) => {
  const [row] = await server.db.sql`
    select status, failures, successes, timeouts, raised, timeout_raised, last_value, last_output, execution_id, ended_execution_id
    from check_instances where check_id = ${checkId}`;
  return row;
};
export const historyOf = (server: TestServer, checkId: string) => server.db.sql`
  select execution_id, status, value, output, timed_out, late from check_results where check_id = ${checkId} order by at`;
export const alertsOf = (server: TestServer, checkId: string) => server.db.sql`
  select kind, status, severity, occurrences, observed_value, threshold_value, message from alerts where source_id = ${checkId} order by kind`;
