/** AI applications and what was authorized, as registration and token endpoint would have left them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { hostsOf } from '../domain/oauth/redirect-uris.ts';
import { hashToken, newToken } from '../domain/tokens.ts';
import type { TestDatabase } from './database.ts';

let counter = 0;

export interface MadeApplication {
  id: string;
  client_id: string;
  name: string;
}

/** Approved and of a known host unless stated; with these redirect URIs, or one at each of these hosts. */
export async function createApplication(
  db: TestDatabase,
  {
    name = `application-${process.pid}-${++counter}`,
    hosts = ['claude.ai'],
    redirectUris = hosts.map((host) => (host.endsWith(':') ? `${host}//callback` : `https://${host}/callback`)),
    status = 'approved',
  }: { name?: string; hosts?: string[]; redirectUris?: string[]; status?: 'approved' | 'pending' } = {},
): Promise<MadeApplication> {
  const client_id = randomUUID();
  const [row] = await db.sql<{ id: string }[]>`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint, registered_ip)
    values (${client_id}, 'registered', ${name}, ${redirectUris}, ${hostsOf(redirectUris)}, ${status}, ${randomBytes(32)}, '192.0.2.7')
    returning id`;
  return { id: row?.id ?? '', client_id, name };
}

export interface MadeGrant {
  family: string;
  access: string;
  refresh: string;
}

/** What an authorization by this user led to: a family with one pair of tokens. */
export async function createGrant(
  db: TestDatabase,
  { application, user, resource = 'https://mcp.test/mcp' }: { application: string; user: string; resource?: string },
): Promise<MadeGrant> {
  const [access, refresh] = [newToken('oauthAccess', randomBytes), newToken('oauthRefresh', randomBytes)];
  const [family] = await db.sql<{ id: string }[]>`
    insert into oauth_families (application_id, user_id, code_hash, scope, resource)
    values (${application}, ${user}, ${randomBytes(32)}, 'mcp', ${resource}) returning id`;
  const id = family?.id ?? '';
  await db.sql`
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at)
    values (${id}, ${application}, ${user}, ${hashToken(access)}, ${hashToken(refresh)},
      now() + interval '1 hour', now() + interval '30 days')`;
  return { family: id, access, refresh };
}
