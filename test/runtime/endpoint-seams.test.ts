/** What an endpoint of another protocol may declare: forms, a guard, its own form of refusals and answers, more time. */
import { Response } from '@whatwg-node/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../domain/problem.ts';
import type { Written } from '../../domain/reply.ts';
import { everyone, signedIn } from '../../runtime/access.ts';
import { boundFetch } from '../../runtime/bound-fetch.ts';
import { type AnyEndpoint, endpoint } from '../../runtime/endpoint.ts';
import { createLog } from '../../runtime/log.ts';
import { readForm } from '../../runtime/read-form.ts';
import { createRouter, type Peer } from '../../runtime/router.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const peer: Peer = { requestId: 'request-1', ip: '192.0.2.9' };
const send = (one: AnyEndpoint, request: Request, from = peer) =>
  createRouter([one], server.muster.services, server.muster.invoke)(request, from);
const got = (one: AnyEndpoint, headers: Record<string, string> = {}) =>
  send(one, new Request('http://localhost/x', { headers }));
const ok = z.object({ ok: z.boolean() });
const page = (written: Omit<Written, 'written'>): Written => ({ written: true, ...written });

describe('a form', () => {
  const form = (body: string | Uint8Array<ArrayBuffer>, type = 'application/x-www-form-urlencoded') =>
    readForm(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }));

  test('is its fields, decoded', async () => {
    expect(await form('a=1+2&b=%C3%A4%26&c=')).toEqual({ a: '1 2', b: 'ä&', c: '' });
    expect(await form('a=1', 'Application/X-WWW-Form-URLEncoded; charset=UTF-8')).toEqual({ a: '1' });
    expect(await readForm(new Request('http://localhost/', { method: 'POST' }))).toEqual({});
  });

  test('names a field once: of two a proxy and a server would choose differently', async () => {
    await expect(form('code=a&x=1&code=b')).rejects.toMatchObject({
      status: 400,
      extras: { issues: [{ path: 'code' }] },
    });
    await expect(form('__proto__=a&__proto__=b')).rejects.toMatchObject({ status: 400 });
    expect(Object.getPrototypeOf(await form('__proto__=a'))).toBe(Object.prototype);
  });

  test('comes under its own media type and in UTF-8', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])
      await expect(form('a=1', type)).rejects.toMatchObject({ status: 415 });
    await expect(form(Uint8Array.of(0x61, 0x3d, 0xff))).rejects.toMatchObject({ status: 400, code: 'invalid_form' });
  });

  test('is what an endpoint that accepts it reads, and JSON is not', async () => {
    const accepts = 'application/x-www-form-urlencoded';
    const body = z.strictObject({ a: z.string() });
    const taking = endpoint(
      { route: 'POST /x', summary: 'x', access: everyone, accepts, body, output: body, audits: [] },
      (_ctx, input) => input.body,
    );
    const post = (sent: string, type: string) =>
      send(
        taking,
        new Request('http://localhost/x', { method: 'POST', body: sent, headers: { 'content-type': type } }),
      );
    expect(await (await post('a=1', accepts)).json()).toEqual({ a: '1' });
    expect((await post('{"a":"1"}', 'application/json')).status).toBe(415);
    expect((await post('a=1&b=2', accepts)).status).toBe(400);
  });
});

describe('a guard', () => {
  const guarded = (guard: AnyEndpoint['guard']): AnyEndpoint =>
    endpoint({ route: 'GET /x', summary: 'x', access: signedIn, output: ok, ...(guard && { guard }) }, () => ({
      ok: true,
    }));

  test('judges before the bearer is looked at, by host, origin and address as they came', async () => {
    let seen: unknown;
    const refusing = guarded((_ctx, head) => {
      seen = head;
      throw new Problem(403, 'host_not_allowed', 'Not this host.');
    });
    const answer = await got(refusing, { host: 'evil.test', origin: 'https://evil.test', authorization: 'Bearer x' });
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'host_not_allowed']);
    expect(seen).toEqual({ host: 'evil.test', origin: 'https://evil.test', ip: '192.0.2.9' });
  });

  test('that lets pass leaves the rest to the access', async () => {
    expect((await got(guarded(() => undefined))).status).toBe(401);
    expect((await got(guarded(() => Promise.resolve()))).status).toBe(401);
  });
});

test('an endpoint that does not exist on this server is 404, as if nobody had written it', async () => {
  const maybe = (there: boolean) =>
    endpoint({ route: 'GET /x', summary: 'x', access: everyone, exists: () => there, output: ok }, () => ({
      ok: true,
    }));
  expect((await got(maybe(true))).status).toBe(200);
  const answer = await got(maybe(false));
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'route_not_found']);
  const asked = createRouter([maybe(false)], server.muster.services, server.muster.invoke);
  expect((await asked(new Request('http://localhost/x', { method: 'POST' }), peer)).status).toBe(404);
});

describe('a refusal in a form of its own', () => {
  const refusing = (error: unknown, refuses: AnyEndpoint['refuses']): AnyEndpoint =>
    endpoint({ route: 'GET /x', summary: 'x', access: everyone, output: ok, ...(refuses && { refuses }) }, () => {
      throw error;
    });
  const oauth: AnyEndpoint['refuses'] = ({ status, code }) =>
    code === 'invalid_grant'
      ? page({ status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error: code }) })
      : undefined;

  test('takes the place of the usual one, with the headers of the problem and never kept', async () => {
    const headers = { 'Retry-After': '7' };
    const answer = await got(refusing(new Problem(400, 'invalid_grant', 'x', { headers }), oauth));
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }]);
    expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['7', 'no-store']);
  });

  test('that says nothing of this problem leaves it as it is', async () => {
    expect(await (await got(refusing(new Problem(409, 'taken', 'x'), oauth))).json()).toMatchObject({ code: 'taken' });
  });

  test('knows nothing of a fault of ours but that there was one', async () => {
    const told: AnyEndpoint['refuses'] = ({ status, message }, _settings, requestId) =>
      page({ status, headers: { 'Content-Type': 'text/html' }, body: `${message} ${requestId}` });
    const answer = await got(refusing(new Error('SECRET'), told));
    const text = await answer.text();
    expect([answer.status, text.includes('SECRET'), text.includes('request-1')]).toEqual([500, false, true]);
  });
});

describe('an answer in a form of its own', () => {
  const answering = (written: Omit<Written, 'written'>): AnyEndpoint =>
    endpoint({ route: 'GET /x', summary: 'x', access: everyone, output: ok }, () => page(written));

  test('is sent as it is, with its cookies, and is not kept unless it says so', async () => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    const answer = await got(answering({ status: 403, headers, cookies: ['a=1', 'b=2'], body: '<p>no</p>' }));
    expect([answer.status, await answer.text()]).toEqual([403, '<p>no</p>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const kept = await got(answering({ status: 200, headers: { 'Cache-Control': 'max-age=60' }, body: null }));
    expect(kept.headers.get('cache-control')).toBe('max-age=60');
  });

  test('may be a stream', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of ['data: 1\n\n', 'data: 2\n\n']) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const answer = await got(answering({ status: 200, headers: { 'Content-Type': 'text/event-stream' }, body }));
    expect(await answer.text()).toBe('data: 1\n\ndata: 2\n\n');
  });

  test('never breaks the line of a header', async () => {
    const broken: Omit<Written, 'written'>[] = [
      { status: 200, headers: { 'X-A': 'a\r\nX-B: b' }, body: null },
      { status: 200, headers: {}, cookies: ['a=1\nX-B: b'], body: null },
    ];
    for (const written of broken) expect((await got(answering(written))).status).toBe(500);
  });
});

describe('more time', () => {
  const bounds = { inFlight: 1, receiving: 1, deadlineMs: 30 };
  const log = createLog('silent');
  const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const slow = (deadlineSec?: number): AnyEndpoint =>
    endpoint(
      { route: 'POST /x', summary: 'x', access: everyone, output: ok, audits: [], ...(deadlineSec && { deadlineSec }) },
      async () => {
        await afterMs(150);
        return { ok: true };
      },
    );
  const bounded = (one: AnyEndpoint) =>
    boundFetch(createRouter([one], server.muster.services, server.muster.invoke), log, bounds);
  const post = () => new Request('http://localhost/x', { method: 'POST' });

  test('is what an endpoint has that asks for it, after its body as well', async () => {
    expect((await bounded(slow())(post(), peer)).status).toBe(503);
    expect((await bounded(slow(5))(post(), peer)).status).toBe(200);
  });

  test('ends too', async () => {
    expect((await bounded(slow(0.05))(post(), peer)).status).toBe(503);
  });

  test('is not for whoever is refused: until the bearer is known a request has the usual time', async () => {
    let extended = 0;
    const guarded = endpoint({ route: 'GET /x', summary: 'x', access: signedIn, deadlineSec: 600, output: ok }, () => ({
      ok: true,
    }));
    const answer = await send(guarded, new Request('http://localhost/x'), { ...peer, extend: () => (extended += 1) });
    expect([answer.status, extended]).toEqual([401, 0]);
  });

  test('does not come back to a request that has been answered', async () => {
    let late = () => {};
    const fetch = boundFetch(
      async (_request, { extend }) => {
        await new Promise<void>((resolve) => (late = resolve));
        extend?.(1);
        await afterMs(100);
        return new Response('late');
      },
      log,
      bounds,
    );
    const said = vi.spyOn(log, 'error');
    expect((await fetch(new Request('http://localhost/'), peer)).status).toBe(503);
    late();
    await afterMs(200);
    expect(said).toHaveBeenCalledTimes(1);
  });
});

test('a client that goes away aborts what its call waits for', async () => {
  const controller = new AbortController();
  let aborted = false;
  const waiting = endpoint(
    { route: 'GET /x', summary: 'x', access: everyone, output: ok },
    async (_ctx, { signal }) => {
      controller.abort();
      aborted = signal?.aborted ?? false;
      return { ok: true };
    },
  );
  await send(waiting, new Request('http://localhost/x', { signal: controller.signal }));
  expect(aborted).toBe(true);
});
