import type { Permission } from '../../schema/permissions.ts';
import type { Role } from '../../schema/roles.ts';
import type { Ctx } from '../context.ts';
import { requireHeld } from '../permissions.ts';
import { manageCustom } from './custom.ts';
import { read } from './record.ts';

interface Edit {
  name?: string;
  description?: string;
  permissions?: Permission[];
}

/** Changes a custom role; omitted fields stay. @throws 404, 409 builtin_role, 403 exceeds_permissions */
export async function edit(ctx: Ctx, key: string, change: Edit): Promise<Role> {
  const before = await manageCustom(ctx, key);
  const { name = before.name, description = before.description } = change;
  const permissions: string[] = change.permissions ? [...new Set(change.permissions)] : before.permissions;
  requireHeld(ctx.actor, permissions, 'The changed role');
  await ctx.sql`
    update roles set name = ${name}, description = ${description}, permissions = ${permissions}, updated_at = ${ctx.now()}
    where key = ${key}`;
  const added = permissions.filter((one) => !before.permissions.includes(one));
  const removed = before.permissions.filter((one) => !permissions.includes(one));
  await ctx.audit('role.update', { id: key, name }, { added, removed });
  if (added.length + removed.length > 0) await tellHolders(ctx, key);
  ctx.emit({ type: 'changed', noun: 'roles', ids: [key] });
  return read(ctx, key);
}

/** What its users and tokens may do has changed; a token bound to one of the users goes with them. */
async function tellHolders(ctx: Ctx, key: string): Promise<void> {
  const users = await ctx.sql<{ id: string }[]>`select id from users where role_key = ${key}`;
  const userIds = users.map(({ id }) => id);
  const tokens = await ctx.sql<{ id: string }[]>`
    select id from api_tokens where role_key = ${key} or user_id = any(${userIds}::uuid[])`;
  ctx.emit({ type: 'access.changed', userIds, tokenIds: tokens.map(({ id }) => id) });
}
