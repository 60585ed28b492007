import type { User } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { userVisible } from './delegation.ts';
import { columns } from './record.ts';

/** Every account, by name; for a scoped caller those it may manage, and itself. */
export async function list(ctx: Ctx): Promise<JsonText<{ users: User[] }>> {
  const [row] = await ctx.sql<{ json: string }[]>`
    select coalesce(json_agg(r order by lower(r.username), r.id), '[]')::text as json
    from (select ${columns(ctx)} from users u where ${userVisible(ctx)}) r`;
  return envelope('users', row?.json ?? '[]');
}
