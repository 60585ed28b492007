/** Which pages of other origins may call an endpoint and read its answers (Fetch Standard, CORS protocol). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Written } from '../../domain/reply.ts';
import { everyone, signedIn } from '../../runtime/access.ts';
import { type AnyEndpoint, endpoint } from '../../runtime/endpoint.ts';
import { createRouter } from '../../runtime/router.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const page = 'https://claude.ai';
const ok = z.object({ ok: z.boolean() });
let calls = 0;
const open = (cors: AnyEndpoint['cors'], route: 'POST /x' | 'GET /x' = 'POST /x'): AnyEndpoint =>
  endpoint({ route, summary: 'x', access: everyone, output: ok, audits: [], ...(cors && { cors }) }, () => {
    calls += 1;
    return { ok: true };
  });
const known = open((_ctx, origin) => origin === page);

const ask = (endpoints: AnyEndpoint[], method: string, headers: Record<string, string> = {}) =>
  createRouter(
    endpoints,
    server.muster.services,
    server.muster.invoke,
  )(new Request('http://localhost/x', { method, headers }), { requestId: 'request-1', ip: '127.0.0.1' });
const preflight = (endpoints: AnyEndpoint[], origin: string, asked = 'POST') =>
  ask(endpoints, 'OPTIONS', { origin, 'access-control-request-method': asked });
const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

test('without a declaration no page reads an answer, and a preflight is a method that is not there', async () => {
  expect(allowed(await ask([open(undefined)], 'POST', { origin: page }))).toBeNull();
  const answer = await preflight([open(undefined)], page);
  expect([answer.status, allowed(answer)]).toEqual([405, null]);
});

test('where any page may, the answer says so without naming one, and never with credentials', async () => {
  for (const answer of [await ask([open('any')], 'POST', { origin: page }), await preflight([open('any')], page)]) {
    expect(allowed(answer)).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('a known origin is named, another is not, and a cache keeps them apart', async () => {
  const mine = await ask([known], 'POST', { origin: page });
  expect([allowed(mine), mine.headers.get('vary')]).toEqual([page, 'Origin']);
  expect(mine.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  const strangers: Record<string, string>[] = [{ origin: 'https://evil.test' }, {}];
  for (const headers of strangers) {
    const other = await ask([known], 'POST', headers);
    expect([allowed(other), other.headers.get('vary')]).toEqual([null, 'Origin']);
  }
});

test('what the answer varies by already is kept', async () => {
  const written: Written = { written: true, status: 200, headers: { Vary: 'Accept-Language' }, body: null };
  const declared = { route: 'GET /x', summary: 'x', access: everyone, cors: () => true, output: ok } as const;
  const varying = endpoint(declared, () => written);
  expect((await ask([varying], 'GET', { origin: page })).headers.get('vary')).toBe('Accept-Language, Origin');
});

test('a preflight tells methods and headers to a page that may call, nothing to others, and calls nothing', async () => {
  calls = 0;
  const mine = await preflight([known], page);
  expect([mine.status, await mine.text()]).toEqual([204, '']);
  expect(mine.headers.get('access-control-allow-methods')).toBe('POST');
  expect(mine.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(mine.headers.get('x-request-id')).toBe('request-1');
  const other = await preflight([known], 'https://evil.test');
  expect([other.status, allowed(other)]).toEqual([204, null]);
  expect(other.headers.get('access-control-allow-methods')).toBeNull();
  expect(calls).toBe(0);
});

test('a method of the same path that is not open stays closed', async () => {
  const both = [known, open(undefined, 'GET /x')];
  const closed = await preflight(both, page, 'GET');
  expect([closed.status, allowed(closed)]).toEqual([405, null]);
  expect((await preflight(both, page)).headers.get('access-control-allow-methods')).toBe('POST');
  expect(allowed(await ask(both, 'GET', { origin: page }))).toBeNull();
});

describe('a refusal can be read by the page that may call', () => {
  test('of the bearer', async () => {
    const guarded = endpoint({ route: 'GET /x', summary: 'x', access: signedIn, cors: () => true, output: ok }, () => ({
      ok: true,
    }));
    const answer = await ask([guarded], 'GET', { origin: page });
    expect([answer.status, allowed(answer)]).toEqual([401, page]);
  });

  test('of a method that is not there: a client of /mcp asks for a stream, and goes on when it is told that there is none', async () => {
    const answer = await ask([known], 'GET', { origin: page });
    expect([answer.status, allowed(answer), answer.headers.get('allow')]).toEqual([405, page, 'POST']);
    expect(allowed(await preflight([known], page, 'GET'))).toBe(page);
  });
});

test('when it cannot be told who may read, nothing is done, and that is answered', async () => {
  calls = 0;
  const unknown = open(() => Promise.reject(Object.assign(new Error('SECRET'), { code: 'CONNECTION_CLOSED' })));
  for (const answer of [await ask([unknown], 'POST', { origin: page }), await preflight([unknown], page)]) {
    expect([answer.status, allowed(answer)]).toEqual([503, null]);
    expect(await answer.text()).not.toContain('SECRET');
  }
  expect(calls).toBe(0);
});
