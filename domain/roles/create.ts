import type { Permission } from '../../schema/permissions.ts';
import type { Role } from '../../schema/roles.ts';
import type { Ctx } from '../context.ts';
import { requireHeld } from '../permissions.ts';
import { conflict } from '../problem.ts';
import { violatedConstraint } from '../sql.ts';
import { lockAccess } from '../users/lock.ts';
import { read } from './record.ts';

interface NewRole {
  key: string;
  name: string;
  description: string;
  permissions: Permission[];
}

/** Makes a custom role. @throws 403 exceeds_permissions, 409 role_exists */
export async function create(ctx: Ctx, role: NewRole): Promise<Role> {
  const { key, name, description } = role;
  const permissions = [...new Set(role.permissions)];
  requireHeld(ctx.actor, permissions, 'This role');
  await lockAccess(ctx);
  await ctx.sql`
    insert into roles (key, name, description, permissions)
    values (${key}, ${name}, ${description}, ${permissions})`.catch((error: unknown) => {
    if (violatedConstraint(error) === 'roles_pkey') throw conflict('role_exists', `There is a role ${key} already.`);
    throw error;
  });
  await ctx.audit('role.create', { id: key, name }, { permissions });
  ctx.emit({ type: 'changed', noun: 'roles', ids: [key] });
  return read(ctx, key);
}
