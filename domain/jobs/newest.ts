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

/** How many jobs are looked at, from the newest on, before the devices in question are asked instead. */
const STRIDES = [2_000, 20_000];

/**
 * Positions of up to `count` jobs that match, newest first. Whose job it is follows from where its device is now, so no
 * index of the jobs leads to those of a company. Where they are common, looking at the newest soon fills a page; where they
 * are rare, their devices are few or have few jobs, and each is asked for its own newest. Left to PostgreSQL's planner, a
 * page for 198 of 50,000 devices took 1.6 s of 500,000 jobs; see docs/decisions/job-list.md.
 */
export async function newestPositions(ctx: Ctx, query: JobQuery, count: number): Promise<Position[]> {
  const narrow = query.agent_id !== undefined || query.batch_id !== undefined;
  if (narrow || (ctx.scope.unscoped && !query.client_id)) return walk(ctx, query, count);
  for (const stride of STRIDES) {
    const { looked, found } = await look(ctx, query, count, stride);
    if (found.length >= count || looked < stride) return found;
  }
  return askDevices(ctx, query, count);
}

const order = ({ sql }: Ctx): Fragment => sql`r.created_at desc, r.id desc`;

/** Along an index, when its every entry is likely to match. */
function walk(ctx: Ctx, query: JobQuery, count: number): Promise<Position[]> {
  return ctx.sql<Position[]>`
    select r.id, r.created_at from jobs r left join devices d on d.id = r.agent_id
    where ${ofJob(ctx, query)} and ${ofPlace(ctx, query)}
    order by ${order(ctx)} limit ${count}`;
}

async function look(ctx: Ctx, query: JobQuery, count: number, stride: number) {
  const [row] = await ctx.sql<{ looked: number; found: Position[] }[]>`
    with looked as materialized (
      select r.id, r.created_at, r.agent_id, r.client_id, r.site_id, r.group_id from jobs r
      where ${ofJob(ctx, query)} order by ${order(ctx)} limit ${stride}
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
  const company = query.client_id ? sql`d.client_id = ${query.client_id}` : sql`true`;
  return sql<Position[]>`
    select r.id, r.created_at from (
      select n.id, n.created_at from devices d cross join lateral (
        select r.id, r.created_at from jobs r where r.agent_id = d.id and ${ofJob(ctx, query)}
        order by ${order(ctx)} limit ${count}
      ) n where ${deviceInScope(ctx)} and ${company}
      union all
      select r.id, r.created_at from jobs r left join devices d on d.id = r.agent_id
      where r.device_deleted and ${ofJob(ctx, query)} and ${ofPlace(ctx, query)}
    ) r order by ${order(ctx)} limit ${count}`;
}

/** Conditions on `jobs r` alone. */
function ofJob({ sql }: Ctx, { agent_id, batch_id, status, cursor }: JobQuery): Fragment {
  const conditions: Fragment[] = [];
  if (agent_id) conditions.push(sql`r.agent_id = ${agent_id}`);
  if (batch_id) conditions.push(sql`r.batch_id = ${batch_id}`);
  // one state is an equation, so that its index gives the order too
  if (status?.length === 1) conditions.push(sql`r.status = ${status[0] ?? ''}`);
  else if (status) conditions.push(sql`r.status = any(${status}::text[])`);
  if (cursor !== undefined) {
    const [at, id] = decodeCursor(cursor, z.tuple([Timestamp, Id]));
    conditions.push(sql`(r.created_at, r.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** Conditions on where the device is or was, on `jobs r` and `devices d`. */
function ofPlace(ctx: Ctx, { client_id }: JobQuery): Fragment {
  const { sql } = ctx;
  return client_id ? sql`${recordInScope(ctx)} and ${companyOf(ctx)} = ${client_id}` : recordInScope(ctx);
}
