import type { Ctx } from '../context.ts';
import { conflict } from '../problem.ts';
import { manageCustom } from './custom.ts';

/** Deletes a custom role that nobody has. @throws 404, 409 builtin_role or role_in_use, 403 exceeds_permissions */
export async function remove(ctx: Ctx, key: string): Promise<void> {
  const { name } = await manageCustom(ctx, key);
  const [use] = await ctx.sql<{ users: number; tokens: number }[]>`
    select (select count(*)::int from users where role_key = ${key}) as users,
           (select count(*)::int from api_tokens where role_key = ${key}) as tokens`;
  const { users = 0, tokens = 0 } = use ?? {};
  if (users + tokens > 0)
    throw conflict('role_in_use', `This role is assigned to ${users} users and ${tokens} API tokens.`);
  await ctx.sql`delete from roles where key = ${key}`;
  await ctx.audit('role.delete', { id: key, name }, {});
  ctx.emit({ type: 'changed', noun: 'roles', ids: [key] });
}
