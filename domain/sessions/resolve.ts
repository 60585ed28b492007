import type { Actor } from '../actor.ts';
import { permissionsFromText } from '../permissions.ts';
import { type Scope, scopeFromText } from '../scope.ts';
import type { Sql } from '../sql.ts';

/** A session lives seven days from its sign-in, and does not slide (SPEC.md, Session). */
export const SESSION_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** A principal as a bearer or a live ticket leads to it. */
export interface Resolved {
  actor: Actor;
  scope: Scope;
  /** When it ends by itself, RFC 3339; null: never. */
  expiresAt: string | null;
}

interface Row {
  session_id: string;
  user_id: string;
  username: string;
  role_key: string;
  role_name: string;
  permissions: string;
  scopes: string | null;
  expires_at: string;
}

/**
 * The person behind a session token, or undefined when it has ended or its user is disabled. One statement without
 * fragments, which every request begins with: each fragment would cost 4 to 8 µs (bench/http.ts).
 */
export async function resolveSession(sql: Sql, tokenHash: Buffer, now: Date): Promise<Resolved | undefined> {
  const [row] = await sql<Row[]>`
    select s.id as session_id, s.expires_at, u.id as user_id, u.username, r.key as role_key, r.name as role_name,
           array_to_string(r.permissions, ',') as permissions, (select string_agg(x.scope_type || ':' || x.scope_id, ',') from user_scopes x where x.user_id = u.id) as scopes
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
    permissions: permissionsFromText(row.permissions),
    sessionId: row.session_id,
    mcpOnly: false,
  };
  return { actor, scope: scopeFromText(row.scopes), expiresAt: row.expires_at };
}

/** The same by the session's id. */
export async function resolveSessionById(sql: Sql, id: string, now: Date): Promise<Resolved | undefined> {
  const [session] = await sql<{ token_hash: Buffer }[]>`select token_hash from sessions where id = ${id}`;
  return session && resolveSession(sql, session.token_hash, now);
}
