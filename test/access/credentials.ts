/** Every kind of bearer that opens nothing, or one door only, and what it is answered at every other. */
import { randomBytes } from 'node:crypto';
import { hashToken, newToken, tokenPrefix } from '../../domain/tokens.ts';
import { createApiToken, createDevice, createOauthToken, createPerson } from '../factories.ts';
import type { TestServer } from '../harness.ts';

export interface RefusedCredential {
  kind: string;
  /** Null sends no Authorization header at all. */
  token: string | null;
  status: 401 | 403;
  code: string;
}

const unauthorized = (kind: string, token: string | null): RefusedCredential => ({
  kind,
  token,
  status: 401,
  code: 'unauthorized',
});

const madeUp = (prefix: string) => prefix + randomBytes(32).toString('base64url');

/** Prefixes of CONTRACT.md that this version makes no credential of yet: the relay. */
const later = ['rmv_', 'rmx_'];

export async function createRefusedCredentials(server: TestServer, metricsToken: string): Promise<RefusedCredential[]> {
  const real = await foreignCredentials(server);
  const mcpUrl = server.ctx.settings.mcpUrl ?? undefined;
  const oauth = await createOauthToken(server.db, { userId: (await createPerson(server.db)).id, mcpUrl });
  return [
    unauthorized('no bearer', null),
    unauthorized('a bearer that is none', 'x'),
    unauthorized('the metrics token', metricsToken),
    ...[...Object.values(tokenPrefix), ...later].map((prefix) => unauthorized(`a made-up ${prefix}`, madeUp(prefix))),
    ...Object.entries(real).map(([kind, token]) => unauthorized(kind, token)),
    ...(await endedCredentials(server)),
    { kind: 'a token for /mcp alone', ...(await createApiToken(server.db, { mcpOnly: true })), ...mcpOnly },
    { kind: 'an OAuth access token', token: oauth.token, ...mcpOnly },
    unauthorized('an OAuth refresh token', oauth.refreshToken),
  ];
}

const mcpOnly = { status: 403, code: 'mcp_only' } as const;

/** Real ones, which open another door than the API. */
async function foreignCredentials(server: TestServer): Promise<Record<string, string>> {
  const { credential } = await createDevice(server.db);
  const { token } = await server.ok('POST /api/enroll-tokens', { body: {} });
  const person = await createPerson(server.db);
  const { ticket } = await server.ok('POST /api/me/live-ticket', { token: person.token, body: {} });
  return { 'a device credential': credential, 'an enrollment token': token, 'a ticket for live updates': ticket };
}

/** Of administrators, so that nothing but their end stands in their way. */
async function endedCredentials({ db }: TestServer): Promise<RefusedCredential[]> {
  const { sql } = db;
  const [expired, disabled, deleted] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const bound = await createApiToken(db, { userId: disabled.id });
  const boundToDeleted = await createApiToken(db, { userId: deleted.id });
  const expiredToken = await createApiToken(db);
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${expired.id}`;
  await sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${expiredToken.id}`;
  // As if the sessions had been left behind: the account alone decides.
  await sql`update users set disabled_at = now() where id = ${disabled.id}`;
  await sql`delete from users where id = ${deleted.id}`;
  const [spare] = await sql`select 1 from sessions where token_hash = ${hashToken(disabled.token)}`;
  if (!spare) throw new Error('the session of the disabled account must be there, so that its account is what counts');
  return [
    unauthorized('an expired session', expired.token),
    unauthorized('an expired API token', expiredToken.token),
    unauthorized('the session of a disabled account', disabled.token),
    unauthorized('a token bound to a disabled account', bound.token),
    unauthorized('the session of a deleted account', deleted.token),
    unauthorized('a token bound to a deleted account', boundToDeleted.token),
    unauthorized('a session that was never', newToken('session', randomBytes)),
  ];
}
