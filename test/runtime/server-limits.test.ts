/** What the listener itself decides, seen from a raw connection: heads, body sizes, HEAD, forwarding, the stop. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Response } from '@whatwg-node/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAddressList } from '../../runtime/address-list.ts';
import { createLog } from '../../runtime/log.ts';
import type { Fetch, Peer } from '../../runtime/router.ts';
import { type Listener, type ListenerOptions, listen } from '../../runtime/server.ts';

const echo: Fetch = async (request) => new Response(await request.text(), { status: 200 });

async function start(fetch: Fetch = echo, options: Partial<ListenerOptions> = {}) {
  const answered: number[] = [];
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    trustedProxies: createAddressList([]),
    newRequestId: randomUUID,
    log: createLog('silent'),
    answered: (status) => answered.push(status),
    attach: () => undefined,
    fetch,
    ...options,
  });
  onTestFinished(() => listener.close());
  return { listener, answered };
}

/** A connection that remembers what came back and whether the server has ended it. */
function open({ port }: Listener) {
  const socket: Socket = connect(port, '127.0.0.1');
  const seen = { text: '', closed: false };
  socket.on('data', (data) => {
    seen.text += data.toString('latin1');
  });
  socket.on('error', () => undefined); // a reset is seen by `closed`
  socket.on('close', () => {
    seen.closed = true;
  });
  onTestFinished(() => void socket.destroy());
  const send = (text: string) => void socket.write(text, 'latin1');
  return { seen, send, socket };
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 9000, interval: 5 });

const post = (head: string, body = '') => `POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`;

test.each([
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3', '{}')],
  ['a coding besides chunked', post('Transfer-Encoding: gzip, chunked', '0\r\n\r\n')],
  ['two codings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n')],
])('400 for %s, and the connection ends', async (_, head) => {
  const { listener, answered } = await start();
  const { seen, send } = open(listener);
  send(head);
  await until(() => seen.closed);
  expect(seen.text).toMatch(/^HTTP\/1\.1 400 /);
  expect(seen.text).toContain('"code":"bad_request"');
  expect(answered).toEqual([400]);
});

test('a head of 15 KiB is taken: the cookies of a company’s other sites come along; 431 for one of 20', async () => {
  const { listener } = await start();
  const statusOf = async (bytes: number) => {
    const { seen, send } = open(listener);
    send(`GET /?state=${'s'.repeat(3000)} HTTP/1.1\r\nHost: x\r\nCookie: a=${'c'.repeat(bytes - 3000)}\r\n\r\n`);
    await until(() => seen.text.includes('\r\n'));
    return seen.text.slice(9, 12);
  };
  expect([await statusOf(15 * 1024), await statusOf(20 * 1024)]).toEqual(['200', '431']);
});

test('whatever loads uWebSockets.js says before how large a head may be', () => {
  for (const room of ['runtime', 'realtime'])
    for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )) {
      const text = readFileSync(join(room, file), 'utf8');
      const loads = /^import (?!type)[^;]*from 'uWebSockets\.js';/m.test(text);
      if (loads) expect(text.split('\n')[0], file).toBe("import './head-size.ts'; // before uWebSockets.js");
    }
});

test('413 for an announced body that is too large, before any of it arrives', async () => {
  const { listener, answered } = await start();
  const { seen, send } = open(listener);
  send(post('Content-Length: 1048577'));
  await until(() => seen.closed);
  expect(seen.text).toMatch(/^HTTP\/1\.1 413 /);
  expect(answered).toEqual([413]);
});

test('413 for an upload that never ends, once, and the connection ends instead of being read for ever', async () => {
  const { listener, answered } = await start();
  const { seen, send, socket } = open(listener);
  send(post('Transfer-Encoding: chunked'));
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const upload = setInterval(() => socket.writable && send(piece), 1);
  onTestFinished(() => clearInterval(upload));
  await until(() => seen.closed);
  expect(seen.text).toMatch(/^HTTP\/1\.1 413 /);
  expect(answered).toEqual([413]);
});

test('a body of exactly 1 MiB arrives whole', async () => {
  const { listener } = await start(async (request) => new Response(String((await request.text()).length)));
  const { seen, send } = open(listener);
  send(post('Content-Length: 1048576', 'x'.repeat(1_048_576)));
  await until(() => seen.text.endsWith('1048576'));
});

test('HEAD gets the length without the body, so that the next answer on the connection is read as one', async () => {
  const { listener } = await start(async () => new Response('hello'));
  const { seen, send } = open(listener);
  send('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => seen.text.endsWith('\r\n\r\n'));
  expect(seen.text).toMatch(/content-length: 5/i);
  send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => seen.text.endsWith('hello'));
  expect(seen.text.match(/hello/g)).toHaveLength(1);
  listener.stopAccepting();
  send('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => seen.closed);
});

test('204 has neither body nor length, and the connection goes on', async () => {
  const { listener } = await start(async () => new Response(null, { status: 204 }));
  const { seen, send } = open(listener);
  for (const count of [1, 2]) {
    send('DELETE / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => seen.text.split('\r\n\r\n').length === count + 1);
  }
  expect(seen.text).not.toMatch(/content-length|transfer-encoding/i);
});

test('a client that goes away in the middle of its body is not answered and not counted', async () => {
  let aborted = false;
  const { listener, answered } = await start(async (request) => {
    await request.text();
    aborted = request.signal.aborted;
    return new Response('late');
  });
  const { send, socket } = open(listener);
  send(post('Content-Length: 10', 'half'));
  await until(() => listener.inFlight() === 1);
  socket.destroy();
  await until(() => listener.inFlight() === 0);
  expect(aborted).toBe(true);
  expect(answered).toEqual([]);
});

test('behind a trusted proxy that appends a line of its own, the client is what the proxy saw', async () => {
  const peers: Peer[] = [];
  const remember: Fetch = async (_, peer) => {
    peers.push(peer);
    return new Response('ok');
  };
  const { listener } = await start(remember, { trustedProxies: createAddressList(['127.0.0.1']) });
  const { seen, send } = open(listener);
  send('GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.66\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n');
  await until(() => seen.text.endsWith('ok'));
  expect(peers).toMatchObject([{ ip: '198.51.100.7' }]);
});

test('500 when something breaks before the request is taken, and the process lives', async () => {
  const ids = ['broken', 'second', 'third'];
  const newRequestId = () => {
    const id = ids.shift() ?? '';
    if (id === 'broken') throw new Error('no id');
    return id;
  };
  const { listener } = await start(echo, { newRequestId });
  const first = open(listener);
  first.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => first.seen.closed);
  expect(first.seen.text).toMatch(/^HTTP\/1\.1 500 /);
  expect(first.seen.text).toContain('"request_id":"second"');
  expect(first.seen.text).not.toContain('no id');
  const next = open(listener);
  next.send(post('Content-Length: 2', 'ok'));
  await until(() => next.seen.text.endsWith('ok'));
});

test('while the server stops, an exchange in flight is answered and its connection closes behind it', async () => {
  let answer = (_: Response) => {};
  const { listener } = await start(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { seen, send } = open(listener);
  send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => listener.inFlight() === 1);
  listener.stopAccepting();
  listener.stopAccepting(); // a second signal does no harm
  answer(new Response('done'));
  await until(() => seen.closed);
  expect(seen.text).toMatch(/connection: close/i);
  expect(seen.text).toMatch(/done$/);
  listener.close();
  listener.close();
});
