/** POST /oauth/revoke (RFC 7009). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOauthApplication } from '../../factories.ts';
import { auditOf, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

const revoke = (token: string | undefined, clientId?: string) =>
  server.post('/oauth/revoke', { token, client_id: clientId, token_type_hint: 'whatever' });

test.each(['refresh_token', 'access_token'] as const)('a revoked %s ends both tokens of the pair', async (which) => {
  const grant = await obtain(server);
  const answer = await revoke(grant[which], grant.clientId);
  expect(answer).toMatchObject({ status: 200, body: null });
  expect((await server.call('GET /api/me', { token: grant.access_token })).status).toBe(401);
  const form = refreshForm(grant.refresh_token, grant.clientId);
  expect((await server.post('/oauth/token', form)).body.error).toBe('invalid_grant');
  const entries = await auditOf(server.db, grant.applicationId);
  expect(entries.at(-1)).toMatchObject({
    action: 'oauth.token.revoke',
    details: { user: grant.username, tokens: 1, reason: 'requested' },
  });
});

test('a token that is unknown, or revoked already, is answered 200', async () => {
  const grant = await obtain(server);
  for (const token of ['rmr_made-up', 'rmo_made-up', 'x', grant.refresh_token, grant.refresh_token])
    expect((await revoke(token)).status).toBe(200);
});

test('400 for a token of another application, which stays good, and without a token', async () => {
  const [grant, other] = [await obtain(server), await createOauthApplication(server.db)];
  expect(await revoke(grant.refresh_token, other.clientId)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect((await server.post('/oauth/token', refreshForm(grant.refresh_token))).status).toBe(200);
  expect(await revoke(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});
