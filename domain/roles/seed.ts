import { builtinRoles } from '../../schema/permissions.ts';
import type { Pool } from '../sql.ts';

/** Writes the built-in roles as this version knows them; at every start, before anybody can sign in (SPEC.md, Built-in roles). */
export async function seedBuiltinRoles(sql: Pool): Promise<void> {
  for (const [key, { name, description, permissions }] of Object.entries(builtinRoles))
    await sql`
      insert into roles (key, name, description, permissions, builtin)
      values (${key}, ${name}, ${description}, ${[...permissions]}, true)
      on conflict (key) do update
      set name = excluded.name, description = excluded.description, permissions = excluded.permissions, builtin = true,
          updated_at = now()
      where (roles.name, roles.description, roles.permissions, roles.builtin)
            is distinct from (excluded.name, excluded.description, excluded.permissions, true)`;
}
