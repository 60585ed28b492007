import { z } from 'zod';
import type { CheckResult, ResultQuery } from '../../schema/checks.ts';
import { Id } from '../../schema/common.ts';
import { requireVisible } from '../checks/access.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { deviceInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';

type Result = z.infer<typeof CheckResult>;
type Query = Omit<z.output<typeof ResultQuery>, 'since' | 'points'>;

/** Where a page ends: what came last, and for equal times which device and execution. */
const Position = z.tuple([z.iso.datetime({ precision: 3 }), Id, Id]);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Further back nothing is looked for. */
const OLDEST_MS = 3660 * DAY_MS;
/** Each window is this much longer than the one before. */
const WIDER = 8;

/**
 * Results of a check, newest first, of the devices in scope on which it runs, or of one device. Looked for from now backwards
 * in windows that grow, each of which touches only the partitions of its days: a year of them costs as much as a week.
 * @throws 404 check_not_found, 403 out_of_scope, 400 invalid_cursor
 */
export async function listResults(
  ctx: Ctx,
  checkId: string,
  query: Query,
): Promise<{ results: Result[]; next_cursor?: string }> {
  await requireVisible(ctx, checkId);
  const { limit } = query;
  const position = query.cursor === undefined ? undefined : decodeCursor(query.cursor, Position);
  const now = ctx.now().getTime();
  const newest = Math.min(
    query.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.until),
    position ? Date.parse(position[0]) + 1 : Number.POSITIVE_INFINITY,
    now + 2 * DAY_MS,
  );
  const found: Result[] = [];
  let upper = newest;
  let width = await firstWidth(ctx, checkId, query);
  while (found.length <= limit && upper > now - OLDEST_MS) {
    const lower = Math.max(Math.min(upper, now) - width, now - OLDEST_MS);
    const window = { from: new Date(lower), to: new Date(upper), position, limit: limit + 1 - found.length };
    found.push(...(await readWindow(ctx, checkId, query, window)));
    upper = lower;
    width *= WIDER;
    if (found.length <= limit && !(await saidAnythingBy(ctx, checkId, query, upper))) break;
  }
  const results = found.slice(0, limit);
  const last = results.at(-1);
  if (found.length <= limit || !last) return { results };
  return { results, next_cursor: encodeCursor([last.at, last.agent_id, last.execution_id]) };
}

/** A page's worth at the pace of the check, so that the first window most often suffices. */
async function firstWidth({ sql }: Ctx, checkId: string, { agent_id, limit }: Query): Promise<number> {
  const [check] = await sql<{ interval_sec: number; devices: number }[]>`
    select c.interval_sec, (select count(*)::int from check_instances i where i.check_id = c.id) as devices from checks c where c.id = ${checkId}`;
  const devices = agent_id === undefined ? Math.max(1, check?.devices ?? 1) : 1;
  return Math.max(10_000, ((check?.interval_sec ?? 60) * 1000 * 1.5 * (limit + 1)) / devices);
}

/**
 * Whether there is anything of the day of `upper` or before: the first entry of each partition's index tells, where another
 * window would ask for each device in each. A check that waits for its approval has said nothing on thousands of devices.
 */
async function saidAnythingBy({ sql }: Ctx, checkId: string, { agent_id }: Query, upper: number): Promise<boolean> {
  const dayAfter = new Date(upper - (upper % DAY_MS) + DAY_MS);
  const device = agent_id === undefined ? sql`` : sql`and r.device_id = ${agent_id}`;
  // In the order of the index, so that the planner takes it: without, it reads whole partitions to find no row.
  const [row] = await sql`
    select 1 from check_results r where r.check_id = ${checkId} ${device} and r.at < ${dayAfter}
    order by r.check_id, r.device_id, r.at desc limit 1`;
  return row !== undefined;
}

interface Window {
  from: Date;
  to: Date;
  position: z.infer<typeof Position> | undefined;
  limit: number;
}

function readWindow(
  ctx: Ctx,
  checkId: string,
  { agent_id }: Query,
  { from, to, position, limit }: Window,
): Promise<Result[]> {
  const { sql } = ctx;
  const devices: Fragment =
    agent_id === undefined
      ? sql`check_instances i join devices d on d.id = i.device_id and i.check_id = ${checkId}`
      : sql`(select d.* from devices d where d.id = ${agent_id}) d`;
  const before = position
    ? sql`and (r.at, r.device_id, r.execution_id) < (${position[0]}::timestamptz, ${position[1]}::uuid, ${position[2]}::uuid)`
    : sql``;
  return sql<Result[]>`
    select rfc3339(r.at) as at, d.id as agent_id, r.execution_id, r.status, r.value, r.output, r.duration_ms, r.timed_out, r.late
    from ${devices} cross join lateral (
      select r.* from check_results r
      where r.check_id = ${checkId} and r.device_id = d.id and r.at >= ${from} and r.at < ${to} ${before}
      order by r.at desc, r.execution_id desc limit ${limit}) r
    where ${deviceInScope(ctx)}
    order by r.at desc, r.device_id desc, r.execution_id desc limit ${limit}`;
}
