import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { JsonText } from '../../domain/json-text.ts';
import { Problem } from '../../domain/problem.ts';
import { type Reply, redirect } from '../../domain/reply.ts';
import { everyone } from '../../runtime/access.ts';
import { createAddressList } from '../../runtime/address-list.ts';
import { type AnyEndpoint, endpoint } from '../../runtime/endpoint.ts';
import { createLog } from '../../runtime/log.ts';
import { createRouter } from '../../runtime/router.ts';
import { listen } from '../../runtime/server.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const peer = { requestId: 'request-1', ip: '127.0.0.1' };
const answerOf = (one: AnyEndpoint, headers: Record<string, string> = {}) =>
  createRouter(
    [one],
    server.muster.services,
    server.muster.invoke,
  )(new Request('http://localhost/x', { headers }), peer);
const replying = (reply: Reply) =>
  endpoint({ route: 'GET /x', summary: 'x', access: everyone, output: z.object({ ok: z.boolean() }) }, () => reply);

test('a redirect goes where it says, with each cookie on a line of its own', async () => {
  const answer = await answerOf(replying(redirect('https://idp.test/a?b=c', ['one=1; HttpOnly', 'two=2'])));
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('https://idp.test/a?b=c');
  expect(answer.headers.getSetCookie()).toEqual(['one=1; HttpOnly', 'two=2']);
  expect(answer.headers.get('x-request-id')).toBe('request-1');
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
  expect(await answer.text()).toBe('');
});

test('over the wire each cookie has its line too, and HEAD gets the head alone', async () => {
  const router = createRouter(
    [replying(redirect('https://idp.test/', ['one=1; HttpOnly', 'two=2']))],
    server.muster.services,
    server.muster.invoke,
  );
  const log = createLog('silent');
  const at = { host: '127.0.0.1', port: 0, tls: undefined, trustedProxies: createAddressList([]) };
  const options = { ...at, newRequestId: () => 'r', log, answered: () => {}, fetch: router, attach: () => {} };
  const listener = await listen(options);
  onTestFinished(() => listener.close());
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`http://127.0.0.1:${listener.port}/x`, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://idp.test/']);
    expect(answer.headers.getSetCookie()).toEqual(['one=1; HttpOnly', 'two=2']);
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['0', '']);
  }
});

test('a reply with a body is the endpoint’s answer, and is judged by its schema', async () => {
  const answer = await answerOf(replying({ reply: true, body: { ok: true }, cookies: ['a=1'] }));
  expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([200, { ok: true }, ['a=1']]);
  expect((await answerOf(replying({ reply: true, body: { ok: 'yes' } }))).status).toBe(500);
  const written = await answerOf(replying({ reply: true, body: new JsonText('{"ok":true}') }));
  expect(await written.json()).toEqual({ ok: true });
});

test('a body where none is declared, or none where one is, is a mistake of ours', async () => {
  const answer: Reply = { reply: true, body: { a: 1 } };
  const silent = endpoint({ route: 'GET /x', summary: 'x', access: everyone }, () => answer);
  for (const one of [silent, replying({ reply: true }), replying({ reply: true, status: 303, body: { ok: true } })])
    expect((await answerOf(one)).status).toBe(500);
});

test('a header of the reply takes the place of the usual one, however it is spelt', async () => {
  const headers = { 'cache-control': 'private', 'referrer-policy': 'origin' };
  const answer = await answerOf(replying({ reply: true, headers, body: { ok: true } }));
  expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual(['private', 'origin']);
});

test('a line break in a header is never sent', async () => {
  for (const reply of [
    redirect('https://idp.test/\r\nSet-Cookie: evil=1'),
    { reply: true, headers: { 'X-A': 'b\nc' }, body: { ok: true } },
    { reply: true, cookies: ['a=1\r\nX-B: c'], body: { ok: true } },
  ] satisfies Reply[])
    expect((await answerOf(replying(reply))).status).toBe(500);
});

test('an endpoint sees the headers that it declares, and no others', async () => {
  const echo = endpoint(
    {
      route: 'GET /x',
      summary: 'x',
      access: everyone,
      reads: ['cookie'],
      output: z.object({ headers: z.record(z.string(), z.string()) }),
    },
    (_ctx, { headers }) => ({ headers }),
  );
  const answer = await answerOf(echo, { cookie: 'a=1', origin: 'http://evil.test' });
  expect(await answer.json()).toEqual({ headers: { cookie: 'a=1' } });
  expect(await (await answerOf(echo)).json()).toEqual({ headers: {} });
});

test('an endpoint for browsers lands whatever is refused on its page of the console, and tells nothing of it', async () => {
  const failing = (error: unknown) =>
    endpoint(
      {
        route: 'GET /x',
        summary: 'x',
        access: everyone,
        landsOn: ({ status }) => (status === 404 ? undefined : '/sign-in?sso=failed'),
      },
      () => {
        throw error;
      },
    );
  for (const error of [
    new Error('SECRET'),
    new Problem(429, 'too_many_requests', 'SECRET', { headers: { 'Retry-After': '7' } }),
  ]) {
    const answer = await answerOf(failing(error));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://console.test/sign-in?sso=failed']);
    expect(answer.headers.get('x-request-id')).toBe('request-1');
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('retry-after')).toBe(error instanceof Problem ? '7' : null);
  }
  const off = await answerOf(failing(new Problem(404, 'route_not_found', 'It is off.')));
  expect([off.status, (await off.json()).code]).toEqual([404, 'route_not_found']);
});
