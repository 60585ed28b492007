import { permissionsFromText } from '../permissions.ts';
import { scopeFromText } from '../scope.ts';
import type { Resolved } from '../sessions/resolve.ts';
import type { Sql } from '../sql.ts';
import { oauthActor } from './actor.ts';

interface Row {
  id: string;
  application_id: string;
  application: string;
  hosts: string[];
  user_id: string;
  username: string;
  role_key: string;
  role_name: string;
  permissions: string;
  scopes: string | null;
  expires_at: string;
  stale: boolean;
}

/** Where to read, and where to write that the token was used: a write may wait for a lock, and reads behind it with it. */
interface Database {
  reads: Sql;
  writes: Sql;
}

/**
 * The principal behind an OAuth access token: an application that acts for a user, with the role and the scope that the user
 * has now. Undefined when the token expired, its application is gone or not approved, or its user is disabled or their role
 * lacks mcp.use (CONTRACT.md, MCP and OAuth), or when it is for another address than /mcp has now. It works on /mcp alone.
 * @param resource what tokens are for (domain/oauth/policy.ts, resourceOf)
 */
export async function resolveOauthToken(
  { reads, writes }: Database,
  accessHash: Buffer,
  now: Date,
  resource: string,
): Promise<Resolved | undefined> {
  const [row] = await reads<Row[]>`
    select t.id, a.id as application_id, a.name as application, a.hosts, u.id as user_id, u.username,
           r.key as role_key, r.name as role_name, array_to_string(r.permissions, ',') as permissions,
           (select string_agg(x.scope_type || ':' || x.scope_id, ',') from user_scopes x where x.user_id = u.id) as scopes,
           t.expires_at, (t.last_used_at is null or t.last_used_at < ${now}::timestamptz - interval '1 minute') as stale
    from oauth_tokens t
    join oauth_families f on f.id = t.family_id and f.resource = ${resource}
    join oauth_applications a on a.id = t.application_id and a.status = 'approved'
    join users u on u.id = t.user_id and u.disabled_at is null
    join roles r on r.key = u.role_key and 'mcp.use' = any(r.permissions)
    where t.access_hash = ${accessHash} and t.expires_at > ${now}`;
  if (!row) return undefined;
  if (row.stale) await touch(writes, row, now);
  const actor = oauthActor({
    application: { id: row.application_id, name: row.application, hosts: row.hosts },
    user: { id: row.user_id, username: row.username },
    role: { key: row.role_key, name: row.role_name },
    permissions: permissionsFromText(row.permissions),
  });
  return { actor, scope: scopeFromText(row.scopes), expiresAt: row.expires_at };
}

/** Kept to the minute: a write per call would cost more than it tells. Whoever holds a row is noting it, or ending it. */
async function touch(sql: Sql, { id, application_id }: Row, now: Date): Promise<void> {
  await sql`
    with token as (update oauth_tokens set last_used_at = ${now}
                   where id = (select id from oauth_tokens where id = ${id} for update skip locked))
    update oauth_applications set last_used_at = ${now}
    where id = (select id from oauth_applications where id = ${application_id}
                and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute') for update skip locked)`;
}
