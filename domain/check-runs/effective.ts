import { clearConditions } from '../alerts/observe.ts';
import { type Ctx, transaction } from '../context.ts';
import type { Fragment } from '../sql.ts';
import { type Stale, staleWork } from './stale-work.ts';

/** Key of the advisory lock ("checks" in ASCII). */
const LOCK = 0x636865636b73;
/** Stale rows that one transaction takes at most. */
const BATCH = 500;
/** Beyond this many devices it is all of them: whoever keeps a schedule in memory reads it anew. */
const NAMED_MAX = 1000;
const CLEAR_BATCH = 500;

export interface Refreshed {
  /** Devices on which checks came or went. */
  deviceIds: string[] | 'all';
  /** Checks that were saved or deleted: what a server holds of them in memory is old. */
  checkIds: string[];
}

/**
 * Makes the rows of check_instances what effective_checks says, for what the triggers have noted as stale, until nothing is
 * left; then emits `checks.assigned`. Runs beside the engine's tick, about once a second, and costs one short read when
 * there is nothing. 100,000 new instances take some seconds, in a transaction for each check.
 */
export async function refreshInstances(ctx: Ctx): Promise<Refreshed> {
  const devices = new Set<string>();
  const checks = new Set<string>();
  let all = false;
  try {
    while (await anythingStale(ctx)) {
      const step = await transaction(ctx, refreshNext);
      if (!step) break;
      for (const id of step.check_ids) checks.add(id);
      for (const id of step.device_ids ?? []) devices.add(id);
      all ||= step.device_ids === null || devices.size > NAMED_MAX;
      if (step.later) break;
    }
  } finally {
    tell(ctx, { deviceIds: all ? 'all' : [...devices], checkIds: [...checks] });
  }
  return { deviceIds: all ? 'all' : [...devices], checkIds: [...checks] };
}

function tell(ctx: Ctx, refreshed: Refreshed): void {
  const { deviceIds, checkIds } = refreshed;
  if (deviceIds.length === 0 && checkIds.length === 0) return;
  ctx.emit({ type: 'checks.assigned', ...refreshed });
  if (deviceIds.length > 0) ctx.emit({ type: 'changed', noun: 'checks' });
}

/**
 * Notes every check as stale, those that left instances behind among them: what a fault made wrong is mended by the next
 * refresh. A few times a day is plenty. @returns how many
 */
export async function reconcileInstances({ sql }: Ctx): Promise<number> {
  const { count } = await sql`
    insert into check_instances_stale (check_id)
    select id from checks union select distinct i.check_id from check_instances i
    where not exists (select 1 from checks c where c.id = i.check_id)`;
  return count;
}

async function anythingStale({ sql }: Ctx): Promise<boolean> {
  const [row] = await sql`select 1 from check_instances_stale limit 1`;
  return row !== undefined;
}

interface Step {
  /** Null for more than NAMED_MAX. */
  device_ids: string[] | null;
  check_ids: string[];
  /** Results were being written to some of what is to go; it stays noted for the next refresh. */
  later: boolean;
}

/**
 * One transaction's worth, beginning with the oldest. Why that is right under READ COMMITTED: a change and its stale row
 * become visible together, so the statement that compares, which comes after the one that reads the stale rows, sees at
 * least the changes that they stand for; what commits later has brought a row of its own, which is not among those deleted
 * here. The lock is against a second refresher that would compare with an older snapshot and write after us.
 */
async function refreshNext(ctx: Ctx): Promise<Step | undefined> {
  const { sql } = ctx;
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
  const rows = await sql<Stale[]>`
    select id, device_id, policy_id, check_id from check_instances_stale order by id limit ${BATCH}`;
  const work = await staleWork(ctx, rows);
  if (!work) return undefined;
  if (work.kind === 'policies') {
    await sql`
      insert into check_instances_stale (check_id) select id from checks where policy_id = any(${work.ids}::uuid[]) order by id`;
    await forget(ctx, work.rows);
    return { device_ids: [], check_ids: [], later: false };
  }
  const { device_ids, later } = await align(ctx, work.wanted, work.within);
  if (!later) await forget(ctx, work.rows);
  return { device_ids, check_ids: work.kind === 'checks' ? work.ids : [], later };
}

async function forget({ sql }: Ctx, ids: number[]): Promise<void> {
  await sql`delete from check_instances_stale where id = any(${ids}::bigint[])`;
}

/**
 * Inserts the instances that are wanted and missing and deletes those that lie `within` (a condition on check_instances i)
 * and are not wanted. Devices are held first, in the order of their ids as everywhere, so that none is deleted in between.
 * Instances to which results are being written are passed over: batches of results lock hundreds of them in no order, and
 * to wait for one while holding others ends in a deadlock.
 * @returns the devices on which something came or went, null for more than NAMED_MAX; and whether some were passed over
 */
async function align(ctx: Ctx, wanted: Fragment, within: Fragment): Promise<Pick<Step, 'device_ids' | 'later'>> {
  const { sql } = ctx;
  const made = await sql<{ device_id: string }[]>`
    with wanted as materialized (${wanted}), missing as materialized (
      select w.device_id, w.check_id from wanted w
      where not exists (select 1 from check_instances i where i.device_id = w.device_id and i.check_id = w.check_id)
    ), held as materialized (
      select d.id from devices d where d.id in (select device_id from missing) order by d.id for key share
    )
    insert into check_instances (device_id, check_id)
    select m.device_id, m.check_id from missing m join held h on h.id = m.device_id order by m.device_id, m.check_id
    on conflict do nothing returning device_id`;
  const rows = await sql<((Gone | { device_id: null }) & { passed_over: boolean })[]>`
    with wanted as materialized (${wanted}), surplus as materialized (
      select i.device_id, i.check_id from check_instances i
      where ${within} and not exists (select 1 from wanted w where w.device_id = i.device_id and w.check_id = i.check_id)
    ), free as materialized (
      select i.device_id, i.check_id from check_instances i join surplus s using (device_id, check_id)
      order by i.device_id, i.check_id for update of i skip locked
    ), gone as (
      delete from check_instances i using free f where i.device_id = f.device_id and i.check_id = f.check_id
      returning i.device_id, i.check_id, i.raised is not null as raised, i.timeout_raised
    )
    select g.*, n.passed_over
    from (select (select count(*) from surplus) > (select count(*) from free) as passed_over) n left join gone g on true`;
  const gone = rows.filter((row) => row.device_id !== null);
  await clearWhatTheyRaised(ctx, gone);
  const devices = [...new Set([...made, ...gone].map(({ device_id }) => device_id))];
  return { device_ids: devices.length > NAMED_MAX ? null : devices, later: rows[0]?.passed_over === true };
}

interface Gone {
  device_id: string;
  check_id: string;
  raised: boolean;
  timeout_raised: boolean;
}

/** Nobody would clear what a check said on a device where it runs no more. */
async function clearWhatTheyRaised(ctx: Ctx, gone: Gone[]): Promise<void> {
  const keys = gone.flatMap(({ device_id, check_id, raised, timeout_raised }) => [
    ...(raised ? [`check:${check_id}:${device_id}`] : []),
    ...(timeout_raised ? [`check_timeout:${check_id}:${device_id}`] : []),
  ]);
  const at = ctx.now();
  for (let start = 0; start < keys.length; start += CLEAR_BATCH)
    await clearConditions(
      ctx,
      keys.slice(start, start + CLEAR_BATCH).map((conditionKey) => ({
        conditionKey,
        resolution: 'source_removed' as const,
        observedValue: null,
        at,
      })),
    );
}
