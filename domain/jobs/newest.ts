import { z } from 'zod';
import { Id, Timestamp } from '../../schema/common.ts';
import type { JobQuery } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor } from '../cursor.ts';
import { deviceInScope, recordInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { companyOf } from './columns.ts';

/** Where a job stands in the list. */
export interface Position {
  id: string;
  created_at: string;
}

/** Up to so many devices are asked for their own jobs at once. */
const FEW_DEVICES = 300;
/** For more of them, so many jobs are looked at from the newest on, before the devices are asked after all. */
const STRIDES = [2_000, 20_000];

/**
 * Positions of up to `count` jobs that match, newest first. Whose job it is follows from where its device is now, so no
 * index of the jobs leads to those of a company. Few devices are each asked for their newest; of many, a look at the newest
 * jobs of all soon fills a page, unless they have hardly any. Left to PostgreSQL's planner, a page for 198 of 50,000
 * devices took 1.6 s of 500,000 jobs; see docs/decisions/0010-job-list.md.
 */
export async function newestPositions(ctx: Ctx, query: JobQuery, count: number): Promise<Position[]> {
  const narrow = [query.agent_id, query.batch_id, query.alert_id].some((id) => id !== undefined);
  if (narrow || (ctx.scope.unscoped && !query.client_id)) return ctx.sql<Position[]>`${walk(ctx, query, count)}`;
  if (await areFew(ctx, query)) return askDevices(ctx, query, count);
  for (const stride of STRIDES) {
    const { looked, found } = await look(ctx, query, count, stride);
    if (found.length >= count || looked < stride) return found;
  }
  return askDevices(ctx, query, count);
}

async function areFew(ctx: Ctx, query: JobQuery): Promise<boolean> {
  const { sql } = ctx;
  const [row] = await sql<{ few: boolean }[]>`
    select count(*) <= ${FEW_DEVICES} as few
    from (select from devices d where ${deviceInScope(ctx)} and ${ofCompany(ctx, query)} limit ${FEW_DEVICES + 1}) d`;
  return row?.few ?? false;
}

const order = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`r.created_at desc, r.id desc`;

/** Along an index, when its every entry is likely to match. */
export const walk = (ctx: Pick<Ctx, 'sql' | 'scope'>, query: JobQuery, count: number): Fragment => ctx.sql`
  select r.id, r.created_at from (${newestOf(ctx, query, count, ofPlace(ctx, query))}) r order by ${order(ctx)} limit ${count}`;

async function look(ctx: Ctx, query: JobQuery, count: number, stride: number) {
  const { sql } = ctx;
  const [row] = await sql<{ looked: number; found: Position[] }[]>`
    with looked as materialized (
      select * from (${newestOf(ctx, query, stride, sql`true`)}) r order by ${order(ctx)} limit ${stride}
    ), found as (
      select r.id, rfc3339(r.created_at) as created_at from looked r left join devices d on d.id = r.agent_id
      where ${ofPlace(ctx, query)} order by ${order(ctx)} limit ${count}
    )
    select (select count(*) from looked) as looked,
      (select coalesce(json_agg(row_to_json(found)), '[]') from found) as found`;
  return row ?? { looked: 0, found: [] };
}

/** The newest jobs of each device in question, and those of devices that are gone. */
function askDevices(ctx: Ctx, query: JobQuery, count: number): Promise<Position[]> {
  const { sql } = ctx;
  return sql<Position[]>`
    select r.id, r.created_at from (
      select n.id, n.created_at
      from (select d.id as device_id from devices d where ${deviceInScope(ctx)} and ${ofCompany(ctx, query)}) o
      cross join lateral (${newestOf(ctx, query, count, sql`r.agent_id = o.device_id`)}) n
      union all
      select n.id, n.created_at
      from (${newestOf(ctx, query, count, sql`r.device_deleted and ${ofPlace(ctx, query)}`)}) n
    ) r order by ${order(ctx)} limit ${count}`;
}

/** Rows of the newest jobs `r` under a further condition; one index scan for each state, so that each comes in order. */
function newestOf(ctx: Pick<Ctx, 'sql'>, query: JobQuery, count: number, where: Fragment): Fragment {
  const { sql } = ctx;
  const of = (status: Fragment) => sql`(
    select r.id, r.created_at, r.agent_id, r.client_id, r.site_id, r.group_id
    from jobs r left join devices d on d.id = r.agent_id
    where ${ofJob(ctx, query)} and ${status} and ${where}
    order by ${order(ctx)} limit ${count})`;
  const parts = [...new Set(query.status)].map((status) => of(sql`r.status = ${status}`));
  return parts.length > 0 ? parts.reduce((left, right) => sql`${left} union all ${right}`) : of(sql`true`);
}

/** Conditions on `jobs r` alone, but for the state. */
function ofJob({ sql }: Pick<Ctx, 'sql'>, { agent_id, batch_id, alert_id, cursor }: JobQuery): Fragment {
  const conditions: Fragment[] = [];
  if (agent_id) conditions.push(sql`r.agent_id = ${agent_id}`);
  if (batch_id) conditions.push(sql`r.batch_id = ${batch_id}`);
  if (alert_id) conditions.push(sql`r.alert_id = ${alert_id}`);
  if (cursor !== undefined) {
    const [at, id] = decodeCursor(cursor, z.tuple([Timestamp, Id]));
    conditions.push(sql`(r.created_at, r.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** On where the device of `jobs r` is or was, `devices d`. */
const ofPlace = (ctx: Pick<Ctx, 'sql' | 'scope'>, query: JobQuery): Fragment =>
  ctx.sql`${recordInScope(ctx)} and ${isCompany(ctx, query, companyOf(ctx))}`;

/** On where `devices d` is. */
const ofCompany = (ctx: Ctx, query: JobQuery): Fragment => isCompany(ctx, query, ctx.sql`d.client_id`);

function isCompany({ sql }: Pick<Ctx, 'sql'>, { client_id }: JobQuery, company: Fragment): Fragment {
  if (client_id === undefined) return sql`true`;
  return client_id === 'none' ? sql`${company} is null` : sql`${company} = ${client_id}`;
}
