import { isPermission, type Permission } from '../schema/permissions.ts';
import type { Actor } from './actor.ts';
import { type Scope, scopeFromRows } from './scope.ts';
import type { Sql } from './sql.ts';

/** A session lives seven days from its sign-in, and does not slide (SPEC.md, Session). */
export const SESSION_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** Permission keys as stored; a key that this version no longer knows grants nothing. */
export const knownPermissions = (stored: string[]): Set<Permission> => new Set(stored.filter(isPermission));

interface Row {
  session_id: string;
  user_id: string;
  username: string;
  role_key: string;
  role_name: string;
  permissions: string[];
  scopes: { scope_type: string; scope_id: string }[];
}

/** The person behind a session token, or undefined when it has ended or its user is disabled. One query (RECIPES.md: 10,000/s). */
export async function resolveSession(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<{ actor: Actor; scope: Scope } | undefined> {
  const [row] = await sql<Row[]>`
    select s.id as session_id, u.id as user_id, u.username, r.key as role_key, r.name as role_name, r.permissions,
           (select coalesce(jsonb_agg(jsonb_build_object('scope_type', x.scope_type, 'scope_id', x.scope_id)), '[]'::jsonb)
            from user_scopes x where x.user_id = u.id) as scopes
    from sessions s
    join users u on u.id = s.user_id
    join roles r on r.key = u.role_key
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and u.disabled_at is null`;
  if (!row) return undefined;
  const actor: Actor = {
    kind: 'user',
    id: row.user_id,
    name: row.username,
    userId: row.user_id,
    role: { key: row.role_key, name: row.role_name },
    permissions: knownPermissions(row.permissions),
    sessionId: row.session_id,
    mcpOnly: false,
  };
  return { actor, scope: scopeFromRows(row.scopes) };
}
