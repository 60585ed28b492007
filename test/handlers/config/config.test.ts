import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../runtime/version.ts';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    RMM_PUBLIC_URL: 'https://agents.test',
    RMM_INSTANCE_NAME: 'Test lab',
    RMM_ALLOW_UNAPPROVED_JOBS: 'true',
    RMM_METRICS_TOKEN: 'very-secret-metrics-token',
    RMM_SMTP_URL: 'smtp://user:very-secret-mail@mail.test',
    RMM_SMTP_FROM: 'rmm@mail.test',
  });
});
afterAll(() => server.stop());

test('every signed-in principal reads what is in force', async () => {
  const { token } = await createPerson(server.db, { permissions: [] });
  expect(await server.ok('GET /api/config', { token })).toEqual({
    server: {
      version,
      instance_name: 'Test lab',
      console_url: 'http://console.test',
      public_url: 'https://agents.test',
      mcp_url: null,
      mcp_oauth_enabled: false,
      allow_unapproved_jobs: true,
      audit_unprotected: false,
    },
    update_public_keys: [],
    agent_version: null,
    smtp: { account_set: true },
    sso: { enabled: false, label: expect.any(String) },
    remote: {
      ...{ default: 'native', saved_default: null, extprov_a_url: null, extprov_a_user: null },
      ...{ extprov_a_token_key_set: false, extprov_a_enabled: false, extprov_b_enabled: false },
    },
    ai: {
      ...{ available: false, provider: null, base_url: null, model: '', api_key_set: false },
      tokens_per_user_day: 500_000,
    },
  });
});

test('no secret is in it', async () => {
  expect(JSON.stringify((await server.call('GET /api/config')).body)).not.toMatch(
    /very-secret|bootstrap-token|postgres:/,
  );
});

test('401 for nobody', async () => {
  expect((await server.call('GET /api/config', { token: null })).status).toBe(401);
});
