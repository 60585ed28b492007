import type { Ctx } from '../context.ts';
import { transaction } from '../context.ts';

const HOUR_MS = 3_600_000;
/** What was on its way when an hour ended has been written by then. */
const SETTLED_MS = 5 * 60_000;
/** Instances, or devices, in one statement: some 50 ms, so that results need not wait. */
const CHUNK = 500;
/** Hours in one call; a server that was down for longer goes on with the next one. */
const HOURS_MAX = 48;

/** The end of the last hour that is rolled up; the beginning of time before the first. */
export async function rolledUntil({ sql }: Pick<Ctx, 'sql'>): Promise<Date> {
  const [row] = await sql<{ hour: string | null }[]>`select max(hour) as hour from rolled_hours`;
  return row?.hour ? new Date(Date.parse(row.hour) + HOUR_MS) : new Date(0);
}

/**
 * Makes the hours of all checks and devices that are over, for charts of long ranges. An hour is worked out as a whole from
 * its readings, so that a second time, after a crash or after the clock was set back, gives the same.
 * @returns how many hours were finished
 */
export async function rollUp(ctx: Ctx): Promise<number> {
  const { sql } = ctx;
  const now = ctx.now().getTime();
  const current = now - (now % HOUR_MS);
  // Rolled by a clock that stood ahead: their readings are still to come.
  await sql`delete from rolled_hours where hour >= ${new Date(current)}`;
  const [last] = await sql<{ hour: string | null }[]>`select max(hour) as hour from rolled_hours`;
  const first = last?.hour ? Date.parse(last.hour) + HOUR_MS : current - HOUR_MS;
  let finished = 0;
  for (let hour = first; hour + HOUR_MS + SETTLED_MS <= now && finished < HOURS_MAX; hour += HOUR_MS, finished++) {
    await rollResults(ctx, new Date(hour), new Date(hour + HOUR_MS));
    await rollHealth(ctx, new Date(hour), new Date(hour + HOUR_MS));
    await sql`insert into rolled_hours (hour, rolled_at) values (${new Date(hour)}, ${ctx.now()}) on conflict do nothing`;
  }
  return finished;
}

type Key = { device_id: string; check_id: string };

async function rollResults(ctx: Ctx, from: Date, to: Date): Promise<void> {
  for (let after: Key | undefined, more = true; more; ) {
    const page: Key[] = await transaction(
      ctx,
      ({ sql }) => sql<Key[]>`
      with page as materialized (
        select i.device_id, i.check_id from check_instances i
        ${after ? sql`where (i.device_id, i.check_id) > (${after.device_id}::uuid, ${after.check_id}::uuid)` : sql``}
        order by i.device_id, i.check_id limit ${CHUNK}
      ), rolled as (
        insert into check_result_hours as h (hour, device_id, check_id, samples, average, minimum, maximum, warnings, errors, unknowns)
        select ${from}, p.device_id, p.check_id, a.samples, a.average, a.minimum, a.maximum, a.warnings, a.errors, a.unknowns
        from page p cross join lateral (
          select count(*)::int as samples, avg(r.value) as average, min(r.value) as minimum, max(r.value) as maximum,
            (count(*) filter (where r.status = 'warning'))::int as warnings, (count(*) filter (where r.status = 'error'))::int as errors,
            (count(*) filter (where r.status = 'unknown'))::int as unknowns
          from check_results r
          where r.check_id = p.check_id and r.device_id = p.device_id and r.at >= ${from} and r.at < ${to} and not r.late
        ) a where a.samples > 0
        on conflict (check_id, device_id, hour) do update set samples = excluded.samples, average = excluded.average,
          minimum = excluded.minimum, maximum = excluded.maximum, warnings = excluded.warnings, errors = excluded.errors,
          unknowns = excluded.unknowns
      )
      select device_id, check_id from page order by device_id, check_id`,
    );
    after = page.at(-1);
    more = page.length === CHUNK;
  }
}

async function rollHealth({ sql }: Ctx, from: Date, to: Date): Promise<void> {
  for (let after: string | undefined, more = true; more; ) {
    const page: { id: string }[] = await sql<{ id: string }[]>`
      with page as materialized (
        select d.id from devices d ${after === undefined ? sql`` : sql`where d.id > ${after}::uuid`} order by d.id limit ${CHUNK}
      ), rolled as (
        insert into device_health_hours (hour, device_id, samples, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
        select ${from}, p.id, a.* from page p cross join lateral (
          select count(*)::int as samples, avg(h.cpu_percent), avg(h.memory_percent), avg(h.disk_percent),
            avg(h.received_bytes_per_sec), avg(h.sent_bytes_per_sec)
          from device_health h where h.device_id = p.id and h.at >= ${from} and h.at < ${to}
        ) a where a.samples > 0
        on conflict (device_id, hour) do update set samples = excluded.samples, cpu_percent = excluded.cpu_percent,
          memory_percent = excluded.memory_percent, disk_percent = excluded.disk_percent,
          received_bytes_per_sec = excluded.received_bytes_per_sec, sent_bytes_per_sec = excluded.sent_bytes_per_sec
      )
      select id from page order by id`;
    after = page.at(-1)?.id;
    more = page.length === CHUNK;
  }
}
