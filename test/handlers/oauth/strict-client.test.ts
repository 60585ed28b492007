/** A strict OAuth client (oauth4webapi) from discovery to revocation, and what the documents say to others. */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken, createOauthToken, createPerson } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { authorize, CALLBACK, type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(): Promise<oauth.AuthorizationServer> {
  const resource = new URL(server.resource);
  const protectedResource = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(protectedResource.authorization_servers?.[0] ?? '');
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

test('a strict client finds the server, registers, exchanges its code, refreshes and revokes', async () => {
  const as = await discover();
  const registration = { client_name: 'Strict client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, registration, insecure),
  );
  const [application] = await server.db.sql<{ id: string; clientId: string }[]>`
    select id, client_id as "clientId" from oauth_applications where client_id = ${client.client_id}`;
  const { code, verifier } = await authorize(server, { application });
  const callback = new URL(`${CALLBACK}?${new URLSearchParams({ code, state: 's', iss: as.issuer })}`);
  const parameters = oauth.validateAuthResponse(as, client, callback, 's');
  const options = { additionalParameters: { resource: server.resource }, ...insecure };
  const issued = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, CALLBACK, verifier, options),
  );
  expect(issued).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'mcp' });
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, oauth.None(), issued.refresh_token ?? '', options),
  );
  expect(refreshed.access_token).not.toBe(issued.access_token);
  const revoke = () => oauth.revocationRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', insecure);
  await oauth.processRevocationResponse(await revoke());
  const late = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', options);
  await expect(oauth.processRefreshTokenResponse(as, client, late)).rejects.toMatchObject({ error: 'invalid_grant' });
});

describe.each(['', '/mcp'])('the documents at their addresses with %j', (suffix) => {
  const read = (name: string) =>
    server.call(`GET /.well-known/${name}${suffix}`, { token: null, headers: { origin: 'https://page.example.com' } });

  test('name the server as MCP clients need it', async () => {
    const { status, body, headers } = await read('oauth-authorization-server');
    const issuer = new URL(server.resource).origin;
    expect(status).toBe(200);
    expect(body).toEqual({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: ['mcp'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('name the resource exactly, and the issuer to the letter', async () => {
    const { status, body, headers } = await read('oauth-protected-resource');
    expect(status).toBe(200);
    expect(body).toEqual({
      resource: server.resource,
      resource_name: expect.any(String),
      authorization_servers: [new URL(server.resource).origin],
      scopes_supported: ['mcp'],
      bearer_methods_supported: ['header'],
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

test('pages of any origin may register, and exchange and revoke tokens', async () => {
  const headers = { origin: 'https://page.example.com', 'access-control-request-method': 'POST' };
  for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
    const answer = await server.call(`OPTIONS ${path}`, { token: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const refusal = await server.call('POST /oauth/token', { token: null, headers });
  expect(refusal.headers.get('access-control-allow-origin')).toBe('*');
});

test.each<Record<string, string>>([{}, { RMM_MCP_PUBLIC_URL: 'https://mcp.example.com' }])(
  'there is no authorization server unless it is switched on and has an address: %j',
  async (env) => {
    const off = await startServer(env);
    try {
      const paths = ['oauth-authorization-server', 'oauth-protected-resource'].flatMap((name) => [
        `GET /.well-known/${name}`,
        `GET /.well-known/${name}/mcp`,
      ]);
      for (const route of [...paths, 'POST /oauth/register', 'POST /oauth/token', 'POST /oauth/revoke'])
        expect((await off.call(route, { token: null })).status).toBe(404);
      // Those that were issued before it was switched off lead to nobody, at /mcp and elsewhere.
      const person = await createPerson(off.db);
      const { token } = await createOauthToken(off.db, { userId: person.id, mcpUrl: env.RMM_MCP_PUBLIC_URL });
      const ofPerson = await createApiToken(off.db, { userId: person.id });
      const ping = { body: { jsonrpc: '2.0', id: 1, method: 'ping' } };
      expect((await off.call('POST /mcp', { ...ping, token: ofPerson.token })).status).toBe(200);
      expect((await off.call('POST /mcp', { ...ping, token })).status).toBe(401);
      expect((await off.call('GET /api/me', { token })).status).toBe(401);
    } finally {
      await off.stop();
    }
  },
);
