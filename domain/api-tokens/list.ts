import { z } from 'zod';
import type { ApiToken, ApiTokenQuery } from '../../schema/api-tokens.ts';
import { Id } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { columns } from './record.ts';
import { tokenVisible } from './visible.ts';

/**
 * A page of tokens, newest first (their ids are UUIDv7) and without their values; for a scoped caller its own. Expired
 * ones stay until they are revoked. @throws 400 invalid_cursor
 */
export async function list(
  ctx: Ctx,
  query: ApiTokenQuery,
): Promise<JsonText<{ api_tokens: ApiToken[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const { limit } = query;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, tokenVisible(ctx));
  const joined = sql`api_tokens t left join users u on u.id = t.user_id`;
  const [page] = await sql<{ json: string; last: string | null; more: boolean }[]>`
    with page as materialized (
      select t.id from ${joined} where ${where} order by t.id desc limit ${limit + 1}
    ), shown as materialized (select id from page order by id desc limit ${limit})
    select (select count(*) from page) > ${limit} as more, (select min(id::text) from shown) as last,
      (select coalesce(json_agg(r order by r.id desc), '[]')::text
       from (select ${columns(ctx)} from ${joined} where t.id in (select id from shown)) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('api_tokens', page.json, {
    next_cursor: page.more && page.last ? encodeCursor([page.last]) : undefined,
  });
}

/** Conditions on `api_tokens t left join users u`. */
function filters({ sql }: Ctx, { q = '', role, user_id, cursor }: ApiTokenQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (cursor !== undefined) conditions.push(sql`t.id < ${decodeCursor(cursor, z.tuple([Id]))[0]}`);
  const pattern = containing(q.trim());
  if (q.trim()) conditions.push(sql`(t.name ilike ${pattern} or u.username ilike ${pattern})`);
  if (role !== undefined) conditions.push(sql`t.role_key = ${role}`);
  if (user_id !== undefined) conditions.push(sql`t.user_id = ${user_id}`);
  return conditions;
}
