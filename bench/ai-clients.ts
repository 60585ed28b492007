/** Credentials of AI applications, and the messages that they send, for benches. */
import { randomBytes } from 'node:crypto';
import { hashToken, newToken } from '../domain/tokens.ts';
import type { Sql } from '../runtime/database.ts';

/** With these a server takes OAuth tokens. */
export const OAUTH_ENV = { RMM_MCP_OAUTH_ENABLED: 'true', RMM_MCP_PUBLIC_URL: 'https://mcp.bench.test' };

/** API tokens of an administrator that work on /mcp alone. */
export async function makeApiTokens(sql: Sql, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newToken('apiToken', randomBytes));
  await sql`
    insert into api_tokens (name, token_hash, role_key, mcp_only, issued_by)
    select 'bench ' || n, decode(h, 'hex'), 'admin', true, 'bench'
    from unnest(${tokens.map((token) => hashToken(token).toString('hex'))}::text[]) with ordinality t (h, n)`;
  return tokens;
}

/** An access token of an application that an administrator let in. */
export async function makeOauthToken(sql: Sql): Promise<string> {
  const token = newToken('oauthAccess', randomBytes);
  await sql`
    with u as (insert into users (username, role_key) values ('person of the bench', 'admin') returning id),
    a as (
      insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint)
      values ('bench', 'registered', 'Bench', '{https://claude.ai/x}', '{claude.ai}', 'approved', ${randomBytes(32)}) returning id
    ), f as (
      insert into oauth_families (application_id, user_id, code_hash, scope, resource)
      select a.id, u.id, ${randomBytes(32)}, 'mcp', ${`${OAUTH_ENV.RMM_MCP_PUBLIC_URL}/mcp`} from a, u returning id, application_id, user_id
    )
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at)
    select f.id, f.application_id, f.user_id, ${hashToken(token)}, ${randomBytes(32)}, now() + interval '1 day', now() + interval '1 day' from f`;
  return token;
}

export interface Post {
  headers: Record<string, string>;
  body: string;
}

/** A tools/call as a client of revision 2025-11-25 sends it. */
export const callOf = (token: string, name: string, input: object): Post => ({
  headers: {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Mcp-Protocol-Version': '2025-11-25',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
});
