import type { Actor } from '../actor.ts';
import { permissionsFromText } from '../permissions.ts';
import { scopeFromText } from '../scope.ts';
import type { Resolved } from '../sessions/resolve.ts';
import type { Sql } from '../sql.ts';

interface Row {
  id: string;
  name: string;
  user_id: string | null;
  mcp_only: boolean;
  role_key: string;
  role_name: string;
  permissions: string;
  user_permissions: string | null;
  scopes: string | null;
  expires_at: string | null;
  stale: boolean;
}

/** Where to read, and where to write that the token was used: a write may wait for a lock, and reads behind it with it. */
interface Database {
  reads: Sql;
  writes: Sql;
}

/**
 * The principal behind an API token, or undefined when it expired or its user is disabled. Bound to a user it holds what
 * its own role and the user's current role both hold, and reaches what the user reaches (CONTRACT.md, Access).
 */
export async function resolveApiToken(
  { reads, writes }: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<Resolved | undefined> {
  const [row] = await reads<Row[]>`
    select t.id, t.name, t.user_id, t.mcp_only, t.expires_at, r.key as role_key, r.name as role_name,
           array_to_string(r.permissions, ',') as permissions, array_to_string(ur.permissions, ',') as user_permissions,
           (select string_agg(x.scope_type || ':' || x.scope_id, ',') from user_scopes x where x.user_id = t.user_id) as scopes,
           (t.last_used_at is null or t.last_used_at < ${now}::timestamptz - interval '1 minute') as stale
    from api_tokens t
    join roles r on r.key = t.role_key
    left join users u on u.id = t.user_id
    left join roles ur on ur.key = u.role_key
    where t.token_hash = ${tokenHash} and (t.expires_at is null or t.expires_at > ${now})
      and (t.user_id is null or u.disabled_at is null)`;
  if (!row) return undefined;
  if (row.stale) await touch(writes, row.id, now);
  const own = permissionsFromText(row.permissions);
  const bound = row.user_permissions === null ? own : permissionsFromText(row.user_permissions);
  const actor: Actor = {
    kind: 'api_token',
    id: row.id,
    name: row.name,
    userId: row.user_id,
    role: { key: row.role_key, name: row.role_name },
    permissions: own === bound ? own : new Set(own).intersection(bound),
    sessionId: null,
    mcpOnly: row.mcp_only,
  };
  return { actor, scope: scopeFromText(row.scopes), expiresAt: row.expires_at };
}

/** The same by the token's id. */
export async function resolveApiTokenById(sql: Sql, id: string, now: Date): Promise<Resolved | undefined> {
  const [token] = await sql<{ token_hash: Buffer }[]>`select token_hash from api_tokens where id = ${id}`;
  return token && resolveApiToken({ reads: sql, writes: sql }, token.token_hash, now);
}

/** `last_used_at` is kept to the minute: a write per call would cost more than it tells. Whoever holds the row is noting it, or ending it. */
async function touch(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`update api_tokens set last_used_at = ${now} where id = (select id from api_tokens where id = ${id} for update skip locked)`;
}
