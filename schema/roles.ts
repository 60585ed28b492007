/** Roles resolve to permissions. SPEC.md, Roles and permissions. */
import { z } from 'zod';
import { Name, Timestamp, text } from './common.ts';
import { PermissionKey } from './permissions.ts';
import { RoleKey } from './users.ts';

export const Role = z
  .object({
    key: RoleKey,
    name: z.string(),
    description: z.string(),
    permissions: z.array(PermissionKey),
    builtin: z.boolean(),
    user_count: z.number().int(),
    token_count: z.number().int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;
export const RoleList = z.object({ roles: z.array(Role) });

export const RoleCreate = z.strictObject({
  key: RoleKey,
  name: Name,
  description: text(500).trim().default(''),
  permissions: z.array(PermissionKey).max(100),
});
/** Omitted fields stay as they are. */
export const RoleEdit = z.strictObject({
  name: Name.optional(),
  description: text(500).trim().optional(),
  permissions: z.array(PermissionKey).max(100).optional(),
});
export const RoleParam = z.strictObject({ key: RoleKey });
export const PermissionList = z.object({
  permissions: z.array(z.object({ key: PermissionKey, description: z.string() })),
});
