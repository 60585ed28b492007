import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_METRICS_TOKEN: 'metrics-token' });
});
afterAll(() => server.stop());

test('healthz answers ok to anybody', async () => {
  const answer = await server.call('GET /healthz', { token: null });
  expect(answer).toMatchObject({ status: 200, body: 'ok' });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('readyz answers ready while the database answers', async () => {
  expect(await server.call('GET /readyz', { token: null })).toMatchObject({ status: 200, body: 'ready' });
});

test('metrics need their own token', async () => {
  expect((await server.call('GET /metrics', { token: null })).status).toBe(401);
  expect((await server.call('GET /metrics')).status).toBe(401);
  const answer = await server.call('GET /metrics', { token: 'metrics-token' });
  expect(answer.body).toContain('rmm_audit_write_failures_total 0');
  expect(answer.body).toContain('rmm_agents_online 0');
  expect(answer.body).toMatch(/^rmm_database_connections [1-9]/m);
  expect(answer.body).toMatch(/^rmm_event_loop_lag_seconds [0-9.e-]+$/m);
  expect(answer.body).toMatch(/^nodejs_active_resources/m);
});

test('404 with a code for an unknown route, 405 with Allow for another method', async () => {
  expect(await server.call('GET /api/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  const answer = await server.call('DELETE /healthz');
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});

test('401 without a bearer, with a made-up one, and with one of another kind', async () => {
  for (const token of [null, 'rms_made-up', 'rmd_device', 'x'.repeat(600)])
    expect(await server.call('GET /api/openapi.json', { token })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
});

test('a session and an API token reach what they may, a disabled or expired one nothing', async () => {
  const { token, id } = await createPerson(server.db, { role: 'readonly' });
  const bound = await createApiToken(server.db, { userId: id });
  expect((await server.call('GET /api/openapi.json', { token })).status).toBe(200);
  expect((await server.call('GET /api/openapi.json', { token: bound.token })).status).toBe(200);
  await server.db.sql`update users set disabled_at = now() where id = ${id}`;
  expect((await server.call('GET /api/openapi.json', { token })).status).toBe(401);
  expect((await server.call('GET /api/openapi.json', { token: bound.token })).status).toBe(401);
});

test('an mcp_only token is 403 outside /mcp', async () => {
  const { token } = await createApiToken(server.db, { mcpOnly: true });
  expect(await server.call('GET /api/openapi.json', { token })).toMatchObject({
    status: 403,
    body: { code: 'mcp_only' },
  });
});
