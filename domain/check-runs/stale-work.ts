import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** A row of check_instances_stale: one of the three is set. */
export interface Stale {
  id: number;
  device_id: string | null;
  policy_id: string | null;
  check_id: string | null;
}

interface Work {
  /** What is stale. */
  ids: string[];
  /** The rows that said so. */
  rows: number[];
}

/** Instances to be compared: those that are wanted, and a condition on `check_instances i` that says where others are not. */
interface Comparison extends Work {
  kind: 'devices' | 'checks';
  wanted: Fragment;
  within: Fragment;
}

/**
 * What one transaction does of these rows: those of the oldest row's kind. A policy is taken apart into its checks. Checks of
 * devices go together; each other one alone, because it may run on all devices, or have done so.
 */
export async function staleWork(
  ctx: Ctx,
  rows: Stale[],
): Promise<Comparison | ({ kind: 'policies' } & Work) | undefined> {
  const [oldest] = rows;
  if (!oldest) return undefined;
  if (oldest.policy_id !== null) return { kind: 'policies', ...pick(rows, 'policy_id') };
  if (oldest.device_id !== null) return ofDevices(ctx, pick(rows, 'device_id'));
  return ofChecks(ctx, rows, oldest.check_id ?? '');
}

function pick(rows: Stale[], of: 'device_id' | 'policy_id' | 'check_id', among?: ReadonlySet<string>): Work {
  const picked = rows.flatMap((row) => {
    const value = row[of];
    return value === null || (among && !among.has(value)) ? [] : [{ row: row.id, value }];
  });
  return { ids: [...new Set(picked.map(({ value }) => value))], rows: picked.map(({ row }) => row) };
}

function ofDevices({ sql }: Ctx, work: Work): Comparison {
  return {
    kind: 'devices',
    ...work,
    wanted: sql`select device_id, check_id from effective_checks where device_id = any(${work.ids}::uuid[])`,
    within: sql`i.device_id = any(${work.ids}::uuid[])`,
  };
}

async function ofChecks({ sql }: Ctx, rows: Stale[], oldest: string): Promise<Comparison> {
  const { ids } = pick(rows, 'check_id');
  const known = await sql<{ id: string; policy_id: string | null }[]>`
    select id, policy_id from checks where id = any(${ids}::uuid[])`;
  const policyId = known.find(({ id }) => id === oldest)?.policy_id;
  const direct = new Set(known.filter(({ policy_id }) => policy_id === null).map(({ id }) => id));
  const work = pick(rows, 'check_id', direct.has(oldest) ? direct : new Set([oldest]));
  const within = sql`i.check_id = any(${work.ids}::uuid[])`;
  // The policy by its id, so that PostgreSQL works out the devices of this one alone.
  const wanted = policyId
    ? sql`select p.device_id, c.id as check_id from checks c join policy_devices p on p.policy_id = ${policyId}
          where c.id = ${oldest} and c.policy_id = ${policyId} and c.enabled`
    : sql`select c.agent_id as device_id, c.id as check_id from checks c
          where c.id = any(${work.ids}::uuid[]) and c.enabled and c.agent_id is not null`;
  return { kind: 'checks', ...work, wanted, within };
}
