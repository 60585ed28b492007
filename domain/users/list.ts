import { z } from 'zod';
import { text } from '../../schema/common.ts';
import type { User, UserQuery } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { userVisible } from './delegation.ts';
import { columns } from './record.ts';

/**
 * A page of accounts by name, compared without case; for a scoped caller those it may manage, and itself.
 * @throws 400 invalid_cursor
 */
export async function list(ctx: Ctx, query: UserQuery): Promise<JsonText<{ users: User[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const { limit } = query;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, userVisible(ctx));
  const [page] = await sql<{ json: string; last: string | null; more: boolean }[]>`
    with page as materialized (
      select u.id, lower(u.username) as name from users u where ${where} order by lower(u.username) limit ${limit + 1}
    ), shown as materialized (select id, name from page order by name limit ${limit})
    select (select count(*) from page) > ${limit} as more, (select max(name) from shown) as last,
      (select coalesce(json_agg(r order by lower(r.username)), '[]')::text
       from (select ${columns(ctx)} from shown join users u on u.id = shown.id) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('users', page.json, {
    next_cursor: page.more && page.last !== null ? encodeCursor([page.last]) : undefined,
  });
}

/** Conditions on `users u`. */
function filters({ sql }: Ctx, { q = '', role, state, totp_enabled, cursor }: UserQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (cursor !== undefined) conditions.push(sql`lower(u.username) > ${decodeCursor(cursor, z.tuple([text(400)]))[0]}`);
  const pattern = containing(q.trim());
  if (q.trim()) conditions.push(sql`(u.username ilike ${pattern} or u.email ilike ${pattern})`);
  if (role !== undefined) conditions.push(sql`u.role_key = ${role}`);
  if (state === 'enabled') conditions.push(sql`u.disabled_at is null`);
  if (state === 'disabled') conditions.push(sql`u.disabled_at is not null`);
  const totp = sql`exists (select 1 from totp f where f.user_id = u.id and f.enabled_at is not null)`;
  if (totp_enabled === 'true') conditions.push(totp);
  if (totp_enabled === 'false') conditions.push(sql`not ${totp}`);
  return conditions;
}
