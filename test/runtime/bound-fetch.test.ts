import { Response } from '@whatwg-node/server';
import { expect, test } from 'vitest';
import { boundFetch } from '../../runtime/bound-fetch.ts';
import { createLog } from '../../runtime/log.ts';
import { answerProblem } from '../../runtime/problem-answer.ts';

const log = createLog('silent');
const request = new Request('http://localhost/');
const peer = { requestId: 'r', ip: null };

test('a request over the bound is 503 at once, and the next one is served when there is room again', async () => {
  let finish = () => {};
  const slow = () => new Promise<Response>((resolve) => (finish = () => resolve(new Response('done'))));
  const fetch = boundFetch(slow, log, { inFlight: 1, receiving: 1, deadlineMs: 60_000 });
  const first = fetch(request, peer);
  const refused = await fetch(request, peer);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'busy' });
  finish();
  expect((await first).status).toBe(200);
  const third = fetch(request, peer);
  finish();
  expect((await third).status).toBe(200);
});

test('a request that waits for ever is answered 503 after its time, and still counts until it ends', async () => {
  let finish = () => {};
  const hanging = () => new Promise<Response>((resolve) => (finish = () => resolve(new Response('late'))));
  const fetch = boundFetch(hanging, log, { inFlight: 1, receiving: 1, deadlineMs: 20 });
  const late = await fetch(request, peer);
  expect(late.status).toBe(503);
  expect(await late.json()).toMatchObject({ code: 'timeout' });
  expect(await (await fetch(request, peer)).json()).toMatchObject({ code: 'busy' });
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await (await fetch(request, peer)).json()).toMatchObject({ code: 'timeout' });
});

test('one that never ends does not keep the next one from its answer', async () => {
  const fetch = boundFetch(() => new Promise<Response>(() => {}), log, { inFlight: 10, receiving: 1, deadlineMs: 20 });
  for (let n = 0; n < 3; n++) expect((await fetch(request, peer)).status).toBe(503);
});

/** A request whose body comes when the test says so. Its method is read-only, as the server's adapter makes it. */
function upload() {
  let arrive = () => {};
  const body = new Promise<ArrayBuffer>((resolve) => (arrive = () => resolve(new ArrayBuffer(1))));
  const plain = new Request('http://localhost/', { method: 'POST' });
  const sent = Object.defineProperty(plain, 'arrayBuffer', { value: () => body, configurable: true });
  return { request: sent, arrive };
}

test('a request whose body is on its way holds no place, and counts once it is there', async () => {
  let finish = () => {};
  const reads = async (request: Request) => {
    await request.arrayBuffer();
    await new Promise<void>((resolve) => (finish = resolve));
    return new Response('done');
  };
  const slow = upload();
  const fetch = boundFetch(
    (request) => (request.method === 'POST' ? reads(request) : Promise.resolve(new Response())),
    log,
    {
      inFlight: 1,
      receiving: 5,
      deadlineMs: 60_000,
    },
  );
  const first = fetch(slow.request, peer);
  expect((await fetch(new Request('http://localhost/'), peer)).status).toBe(200);
  slow.arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect((await fetch(new Request('http://localhost/'), peer)).status).toBe(503);
  finish();
  expect((await first).status).toBe(200);
});

test('of those whose bodies do not come, the oldest makes room for the next', async () => {
  const echo = async (request: Request) => {
    try {
      return new Response(`${(await request.arrayBuffer()).byteLength}`);
    } catch (error) {
      return answerProblem(error, 'r', log);
    }
  };
  const fetch = boundFetch(echo, log, { inFlight: 10, receiving: 2, deadlineMs: 60_000 });
  const [oldest, second, third] = [upload(), upload(), upload()];
  const answers = [oldest, second, third].map(({ request: sent }) => fetch(sent, peer));
  const refused = await answers[0];
  expect(refused?.status).toBe(503);
  expect(refused?.headers.get('connection')).toBe('close');
  oldest.arrive();
  second.arrive();
  third.arrive();
  expect((await Promise.all(answers.slice(1))).map(({ status }) => status)).toEqual([200, 200]);
});
