import { permissionKeys } from '../../schema/permissions.ts';
import type { Role } from '../../schema/roles.ts';
import { tokenVisible } from '../api-tokens/visible.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';
import { userVisible } from '../users/delegation.ts';

/** Columns of a role in an answer; counts are of what the caller may see, and keys that this version does not know are left out. Alias: `roles r`. */
export const columns = (ctx: Ctx) => ctx.sql`
  r.key, r.name, r.description,
  array(select p from unnest(r.permissions) p where p = any(${[...permissionKeys]}::text[])) as permissions, r.builtin,
  (select count(*)::int from users u where u.role_key = r.key and ${userVisible(ctx)}) as user_count,
  (select count(*)::int from api_tokens t where t.role_key = r.key and ${tokenVisible(ctx)}) as token_count,
  rfc3339(r.created_at) as created_at, rfc3339(r.updated_at) as updated_at`;

/** @throws 404 */
export async function read(ctx: Ctx, key: string): Promise<Role> {
  const [row] = await ctx.sql<Role[]>`select ${columns(ctx)} from roles r where r.key = ${key}`;
  if (!row) throw notFound('role');
  return row;
}
