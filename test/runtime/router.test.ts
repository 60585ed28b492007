import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { type AnyEndpoint, endpoint, type Route } from '../../runtime/endpoint.ts';
import { createRoutes } from '../../runtime/routes.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A path exactly as written: fetch() would resolve `..` before sending it. */
function send(path: string, method = 'GET'): Promise<{ status: number; body: string; allow: string | undefined }> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.muster.port, path, method, headers }, (answer) => {
      let body = '';
      answer.on('data', (data: Buffer) => {
        body += data.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, allow: answer.headers.allow }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test.each([
  '/healthz/',
  '/healthz///',
  '//healthz',
  '/./healthz',
  '/dl/../healthz',
  '/dl/%2e%2e/healthz',
  '/dl/..%2fhealthz',
  '/dl/..\\healthz',
  '/dl\\..\\healthz',
  '/%68ealthz',
  '/healthz#x',
  '/healthz;x',
  '/HEALTHZ',
  '/api/clients/',
  '/api//clients',
  '/api%2fclients',
  '/%',
])('%s is no other way to write a path that exists', async (path) => {
  expect(await send(path)).toMatchObject({ status: 404, body: expect.stringContaining('"route_not_found"') });
});

test('HEAD answers like GET, and Allow names it', async () => {
  expect(await send('/healthz', 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect(await send('/healthz', 'POST')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
  // what changes something is not asked by a link checker
  expect(await send('/api/auth/oidc/callback', 'HEAD')).toMatchObject({ status: 405 });
  expect(await send('/api/auth/oidc/callback', 'POST')).toMatchObject({ status: 405, allow: 'GET' });
  expect(await send('/healthz', 'OPTIONS')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
});

test('400 for a query key that comes twice, for an unknown one, and for prototype names', async () => {
  for (const query of ['a=1&a=2', 'a=1', '__proto__=1', 'constructor=1', '=']) {
    const answer = await send(`/api/clients?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
  }
  expect((await send('/api/clients?')).status).toBe(200);
});

test('400 for a path parameter that is not valid percent-encoding', async () => {
  expect(await send('/api/clients/%zz', 'PATCH')).toMatchObject({ status: 400 });
});

const declared = (route: Route): AnyEndpoint =>
  endpoint({ route, summary: route, access: everyone, output: z.string(), audits: [] }, () => route);

const routes = createRoutes(
  (
    [
      'GET /',
      'GET /api/jobs/:id',
      'POST /api/jobs/:id/approve',
      'GET /api/jobs/batch/:batch_id',
      'POST /api/jobs/batch/:batch_id/approve',
      'POST /api/jobs/bulk',
      'GET /api/openapi.json',
      'GET /api/things/:a/of/:b',
      'DELETE /api/things/:other/of/all',
    ] as const
  ).map(declared),
);
const found = (method: string, path: string) => {
  const match = routes.find(method, path);
  return match && { route: match.endpoint.route, ...match.params };
};

test('a literal segment wins over a parameter, and a parameter is tried where the literal leads nowhere', () => {
  expect(found('GET', '/api/jobs/7')).toEqual({ route: 'GET /api/jobs/:id', id: '7' });
  expect(found('POST', '/api/jobs/batch/approve')).toEqual({ route: 'POST /api/jobs/:id/approve', id: 'batch' });
  expect(found('POST', '/api/jobs/batch/7/approve')).toMatchObject({ batch_id: '7' });
  expect(found('GET', '/api/jobs/bulk')).toMatchObject({ id: 'bulk' });
  expect(found('POST', '/api/jobs/bulk')).toEqual({ route: 'POST /api/jobs/bulk' });
});

test('parameters keep the names of their own endpoint', () => {
  expect(found('GET', '/api/things/1/of/2')).toMatchObject({ a: '1', b: '2' });
  expect(found('DELETE', '/api/things/1/of/all')).toMatchObject({ other: '1' });
  expect(routes.allowed('/api/things/1/of/all')).toEqual(['GET', 'HEAD', 'DELETE']);
});

test('an empty segment is no parameter, a dot is a dot, and the root is a path', () => {
  expect(found('GET', '/api/jobs/')).toBeUndefined();
  expect(found('GET', '/api/openapi-json')).toBeUndefined();
  expect(found('GET', '/')).toEqual({ route: 'GET /' });
  expect(found('GET', '')).toBeUndefined();
});

test('two endpoints that would answer the same request stop the start', () => {
  expect(() => createRoutes(['GET /a/:id', 'GET /a/:name'].map((route) => declared(route as Route)))).toThrow(
    'GET /a/:name and GET /a/:id',
  );
  for (const path of ['/a/*', '/a/:id?', '/a/(b|c)', '/a//b', '/a/'])
    expect(() => createRoutes([declared(`GET ${path}` as Route)])).toThrow('literals and :parameters');
});
