import { z } from 'zod';
import { Id, Timestamp } from '../../schema/common.ts';
import type { JobQuery, JobSummary } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { recordInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { companyOf, jobColumns, jobJoins } from './columns.ts';

interface Page {
  json: string;
  more: boolean;
  last: [string, string] | null;
}

/** Jobs in the caller's scope, newest first. @throws 400 invalid_cursor */
export async function list(ctx: Ctx, query: JobQuery): Promise<JsonText<{ jobs: JobSummary[] }>> {
  const [page] = await ctx.sql<Page[]>`${listQuery(ctx, query)}`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('jobs', page.json, { next_cursor: page.more && page.last ? encodeCursor(page.last) : undefined });
}

/** The list as one statement: ids along the index of the order, then the rows of the page alone. */
export function listQuery(ctx: Ctx, query: JobQuery): Fragment {
  const { sql } = ctx;
  return sql`
    with page as materialized (
      select r.id, r.created_at from jobs r left join devices d on d.id = r.agent_id
      where ${recordInScope(ctx)} and ${filters(ctx, query)} and ${after(ctx, query.cursor)}
      order by r.created_at desc, r.id desc limit ${query.limit + 1}
    ), shown as materialized (
      select p.id, p.created_at from page p order by p.created_at desc, p.id desc limit ${query.limit}
    )
    select (select count(*) from page) > ${query.limit} as more,
      (select json_build_array(rfc3339(p.created_at), p.id) from shown p order by p.created_at, p.id limit 1) as last,
      (select coalesce(json_agg(row_to_json(j) order by p.created_at desc, p.id desc), '[]')::text
       from shown p cross join lateral (select ${jobColumns(ctx)} from jobs r ${jobJoins(ctx)} where r.id = p.id) j) as json`;
}

function after({ sql }: Ctx, cursor: string | undefined): Fragment {
  if (cursor === undefined) return sql`true`;
  const [at, id] = decodeCursor(cursor, z.tuple([Timestamp, Id]));
  return sql`(r.created_at, r.id) < (${at}::timestamptz, ${id}::uuid)`;
}

function filters(ctx: Ctx, { agent_id, batch_id, client_id, status }: JobQuery): Fragment {
  const { sql } = ctx;
  const conditions: Fragment[] = [];
  if (agent_id) conditions.push(sql`r.agent_id = ${agent_id}`);
  if (batch_id) conditions.push(sql`r.batch_id = ${batch_id}`);
  if (client_id) conditions.push(sql`${companyOf(ctx)} = ${client_id}`);
  // one state is an equation, so that its index gives the order too
  if (status?.length === 1) conditions.push(sql`r.status = ${status[0] ?? ''}`);
  else if (status) conditions.push(sql`r.status = any(${status}::text[])`);
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}
