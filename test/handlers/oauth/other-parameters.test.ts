/** What stands in an address beside it is ignored, and nothing secret is taken from there (CONTRACT.md, HTTP conventions). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { application, openPage, submit } from '../../consent.ts';
import { CALLBACK, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

test.each([
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
])('%s describes the server', async (path) => {
  expect((await server.call(`GET ${path}?v=1&cache=no`, { token: null })).status).toBe(200);
});

test('an application registers, refreshes and revokes', async () => {
  expect((await server.post('/oauth/token?tenant=1', { grant_type: 'x' })).body.error).toBe('unsupported_grant_type');
  const { refresh_token, clientId } = await obtain(server);
  const refreshed = await server.post('/oauth/token?tenant=1', refreshForm(refresh_token, clientId));
  expect(refreshed.status).toBe(200);
  expect((await server.post('/oauth/revoke?tenant=1', { token: refreshed.body.refresh_token })).status).toBe(200);
  const registered = await server.call('POST /oauth/register?tenant=1', {
    token: null,
    body: { redirect_uris: [CALLBACK] },
  });
  expect(registered.status).toBe(201);
});

test('a token, a code or a password in the address is none', async () => {
  const { refresh_token } = await obtain(server);
  const asked = await server.post(`/oauth/token?refresh_token=${refresh_token}`, { grant_type: 'refresh_token' });
  expect([asked.status, asked.body.error]).toEqual([400, 'invalid_request']);
  expect((await server.post(`/oauth/revoke?token=${refresh_token}`, {})).status).toBe(400);
  expect((await server.post('/oauth/token', refreshForm(refresh_token))).status).toBe(200);
});

test('the consent form is posted to an address with something behind it', async () => {
  const app = await application(server);
  const denied = await submit(server, await openPage(server, app), { decision: 'deny' });
  expect(denied.status).toBe(302);
  const { hidden, cookie } = await openPage(server, app);
  const body = new URLSearchParams({ ...hidden, decision: 'deny' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  expect((await server.call('POST /oauth/authorize?lang=de', { token: null, body, headers })).status).toBe(302);
});
