/** Reading the audit trail; it is written by audit.ts alone. */
import { z } from 'zod';
import type { AuditEntry, AuditFacets, AuditQuery } from '../schema/audit-entries.ts';
import { Id, Timestamp } from '../schema/common.ts';
import type { Ctx } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { envelope, JsonText } from './json-text.ts';
import { invalid } from './problem.ts';
import type { Fragment } from './sql.ts';
import { csvName, type TableAnswer } from './table-answer.ts';

interface Page {
  json: string;
  total: number;
  more: boolean;
  last: [string, string] | null;
}
type AuditList = { entries: AuditEntry[]; total: number; limit: number; offset: number };

/** Entries newest first, by offset or by cursor. @throws 400 invalid_input for both at once, 400 invalid_cursor */
export async function list(ctx: Ctx, query: AuditQuery): Promise<JsonText<AuditList>> {
  const { sql } = ctx;
  const { limit, offset, cursor } = query;
  if (cursor !== undefined && offset > 0) throw invalid('offset', 'Page by cursor or by offset, not by both.');
  const matching = filters(ctx, query);
  const [page] = await sql<Page[]>`
    with page as materialized (
      select a.id, a.at from audit_entries a where ${matching} and ${after(ctx, cursor)}
      order by a.at desc, a.id desc limit ${limit + 1} offset ${offset}
    ), shown as materialized (
      select p.id, p.at from page p order by p.at desc, p.id desc limit ${limit}
    )
    select (select count(*) from audit_entries a where ${matching}) as total,
      (select count(*) from page) > ${limit} as more,
      (select json_build_array(rfc3339(p.at), p.id) from shown p order by p.at, p.id limit 1) as last,
      (select coalesce(json_agg(row_to_json(e) order by p.at desc, p.id desc), '[]')::text
       from shown p cross join lateral (select ${columns(ctx)} from audit_entries a where a.id = p.id) e) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  const next = page.more && page.last ? encodeCursor(page.last) : undefined;
  return envelope('entries', page.json, { total: page.total, limit, offset, next_cursor: next });
}

/** The whole trail, or what matches, newest first, for CSV. */
export const auditTable = (ctx: Ctx, filter: AuditFilter): TableAnswer => ({
  table: true,
  fileName: csvName('audit', ctx.now()),
  columns: [
    ...['id', 'at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target_kind', 'target_id', 'target_name'],
    ...['outcome', 'details', 'ip', 'user_agent', 'request_id'],
  ],
  rows: (sql) => sql`
    select a.id, rfc3339(a.at), a.actor_kind, a.actor_id, a.actor_name, a.action, a.target_kind, a.target_id, a.target_name,
      a.outcome, a.details::text, host(a.ip), a.user_agent, a.request_id
    from audit_entries a where ${filters({ sql }, filter)} order by a.at desc, a.id desc`,
});

/** The newest entries as a JSON array. */
export async function newest(ctx: Ctx, count: number): Promise<string> {
  const { sql } = ctx;
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(row_to_json(e)), '[]')::text as json
    from (select ${columns(ctx)} from audit_entries a order by a.at desc, a.id desc limit ${count}) e`;
  return row?.json ?? '[]';
}

const columns = ({ sql }: Ctx): Fragment => sql`
  a.id, rfc3339(a.at) as at, json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor_name) as actor, a.action,
  case when a.target_kind is not null
    then json_build_object('kind', a.target_kind, 'id', a.target_id, 'name', a.target_name) end as target,
  a.outcome, a.details, host(a.ip) as ip, a.user_agent, a.request_id`;

function after({ sql }: Ctx, cursor: string | undefined): Fragment {
  if (cursor === undefined) return sql`true`;
  const [at, id] = decodeCursor(cursor, z.tuple([Timestamp, Id]));
  return sql`(a.at, a.id) < (${at}::timestamptz, ${id}::uuid)`;
}

type AuditFilter = Pick<AuditQuery, 'actor' | 'action' | 'target' | 'since' | 'until'>;

function filters({ sql }: Pick<Ctx, 'sql'>, { actor, action, target, since, until }: AuditFilter): Fragment {
  const conditions: Fragment[] = [];
  if (actor !== undefined) conditions.push(sql`(a.actor_name = ${actor} or a.actor_id = ${actor})`);
  if (action !== undefined) conditions.push(sql`a.action = ${action}`);
  if (target !== undefined) conditions.push(sql`(a.target_id = ${target} or a.target_name = ${target})`);
  if (since !== undefined) conditions.push(sql`a.at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`a.at < ${until}::timestamptz`);
  return conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
}

/** More names than this help nobody to choose; a filter takes any name all the same. */
const ACTORS_MAX = 500;

/**
 * Actors and actions that the trail holds, each found by a jump through its index: a distinct would read every entry.
 * People, tokens and parts of the server come before devices, of which there may be more than fit.
 */
export async function facets(ctx: Ctx): Promise<JsonText<AuditFacets>> {
  const { sql } = ctx;
  const [row] = await sql<{ json: string }[]>`
    with recursive actions (name) as (
      (select a.action from audit_entries a order by a.action limit 1)
      union all
      select (select a.action from audit_entries a where a.action > p.name order by a.action limit 1)
      from actions p where p.name is not null
    ),
    people (kind, name) as (${nextActor(ctx, 'people', sql`a.actor_kind > 'agent'`)}),
    devices (kind, name) as (${nextActor(ctx, 'devices', sql`a.actor_kind = 'agent'`)}),
    actors as (
      select p.name, 1 as rank from (select name from people limit ${ACTORS_MAX}) p
      union all
      select d.name, 2 as rank from (select name from devices limit ${ACTORS_MAX}) d
    )
    select json_build_object(
      'actors', (select coalesce(json_agg(x.name order by x.rank, lower(x.name), x.name), '[]') from (
        select name, min(rank) as rank from actors group by name order by min(rank), name limit ${ACTORS_MAX}) x),
      'actions', (select coalesce(json_agg(name order by name), '[]') from actions where name is not null)
    )::text as json`;
  return new JsonText(row?.json ?? '');
}

/** A recursive query that steps from each kind and name to the next; 'agent' sorts before every other kind. */
const nextActor = ({ sql }: Ctx, query: string, which: Fragment): Fragment => sql`
  (select a.actor_kind, a.actor_name from audit_entries a where ${which} order by a.actor_kind, a.actor_name limit 1)
  union all
  select n.actor_kind, n.actor_name from ${sql(query)} p cross join lateral (
    select a.actor_kind, a.actor_name from audit_entries a
    where (a.actor_kind, a.actor_name) > (p.kind, p.name) and ${which}
    order by a.actor_kind, a.actor_name limit 1
  ) n`;
