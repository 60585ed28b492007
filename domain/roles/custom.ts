import type { Ctx } from '../context.ts';
import { requireHeld } from '../permissions.ts';
import { conflict, notFound } from '../problem.ts';
import { lockAccess } from '../users/lock.ts';

export interface CustomRole {
  name: string;
  description: string;
  permissions: string[];
}

/**
 * The role, under lockAccess(), if the caller may change it: what it holds now must be theirs as well, because an edit
 * manages every account that has it. @throws 404, 409 builtin_role, 403 exceeds_permissions
 */
export async function manageCustom(ctx: Ctx, key: string): Promise<CustomRole> {
  await lockAccess(ctx);
  const [row] = await ctx.sql<(CustomRole & { builtin: boolean })[]>`
    select name, description, permissions, builtin from roles where key = ${key} for update`;
  if (!row) throw notFound('role');
  if (row.builtin) throw conflict('builtin_role', 'Built-in roles cannot be changed. Make a role of your own.');
  requireHeld(ctx.actor, row.permissions, 'This role');
  return row;
}
