import { Response } from '@whatwg-node/server';
import { expect, test } from 'vitest';
import { boundFetch } from '../../runtime/bound-fetch.ts';
import { createLog } from '../../runtime/log.ts';

const log = createLog('silent');
const request = new Request('http://localhost/');
const peer = { requestId: 'r', ip: null };

test('a request over the bound is 503 at once, and the next one is served when there is room again', async () => {
  let finish = () => {};
  const slow = () => new Promise<Response>((resolve) => (finish = () => resolve(new Response('done'))));
  const fetch = boundFetch(slow, log, { inFlight: 1, deadlineMs: 60_000 });
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
  const fetch = boundFetch(hanging, log, { inFlight: 1, deadlineMs: 20 });
  const late = await fetch(request, peer);
  expect(late.status).toBe(503);
  expect(await late.json()).toMatchObject({ code: 'timeout' });
  expect(await (await fetch(request, peer)).json()).toMatchObject({ code: 'busy' });
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await (await fetch(request, peer)).json()).toMatchObject({ code: 'timeout' });
});

test('one that never ends does not keep the next one from its answer', async () => {
  const fetch = boundFetch(() => new Promise<Response>(() => {}), log, { inFlight: 10, deadlineMs: 20 });
  for (let n = 0; n < 3; n++) expect((await fetch(request, peer)).status).toBe(503);
});
