import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { backoffMs, createLiveSocket, frameOf, type LiveState, type ServerFrame } from '../../console/live-socket.ts';

let server: WebSocketServer;
let peers: Peer[];
let tickets: (string | undefined | Error)[];
let states: LiveState[];
let frames: ServerFrame[];
let waits: { ms: number; run: () => void }[];
let accessChanges: number;

beforeEach(async () => {
  [peers, states, frames, waits, accessChanges] = [[], [], [], [], 0];
  tickets = ['t1', 't2', 't3'];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (peer) => peers.push(peer));
});
afterEach(() => {
  for (const peer of peers) peer.terminate();
  server.close();
});

function connect() {
  const address = server.address();
  const url = typeof address === 'object' && address ? `ws://127.0.0.1:${address.port}` : '';
  return createLiveSocket(
    {
      ticket: async () => {
        const next = tickets.shift();
        if (next instanceof Error) throw next;
        return next;
      },
      open: (protocols) => new WebSocket(url, protocols),
      random: () => 0.5,
      after: (ms, run) => {
        waits.push({ ms, run });
        return () => undefined;
      },
    },
    {
      onState: (state) => states.push(state),
      onFrame: (frame) => frames.push(frame),
      onAccessChanged: () => accessChanges++,
    },
  );
}
const until = <T>(found: () => T) => vi.waitUntil(found, { timeout: 10_000 });
const peer = (number: number) => until(() => peers[number]);

test('connects with protocol and ticket, and hands on the frames it knows', async () => {
  const socket = connect();
  socket.start();
  const first = await peer(0);
  expect(first.protocol).toBe('rmm.console.v1');
  for (const frame of ['nonsense', '{"t":"new"}', '{"t":"hint","noun":"jobs","ids":["a",1],"rev":3}', '{"t":"resync"}'])
    first.send(frame);
  await until(() => frames.length === 2);
  expect(frames).toEqual([{ t: 'hint', noun: 'jobs', ids: ['a'] }, { t: 'resync' }]);
  expect(states).toEqual(['connecting', 'up']);
  socket.stop();
});

test('a lost connection is tried again with a new ticket after a growing wait', async () => {
  tickets = ['t1', new Error('down'), new Error('down'), 't2'];
  const socket = connect();
  socket.start();
  (await peer(0)).terminate();
  for (const expected of [500, 1000, 2000]) {
    const wait = await until(() => waits.shift());
    expect(wait.ms).toBe(expected);
    wait.run();
  }
  await peer(1);
  await until(() => states.at(-1) === 'up');
  (await peer(1)).terminate();
  expect((await until(() => waits.shift())).ms).toBe(500);
  socket.stop();
});

test('stops for good when the session has ended', async () => {
  tickets = [undefined];
  const socket = connect();
  socket.start();
  await until(() => states.at(-1) === 'off');
  expect(waits).toEqual([]);
});

test('says when the server closed because access changed, and connects again', async () => {
  const socket = connect();
  socket.start();
  (await peer(0)).close(4401);
  await until(() => accessChanges === 1);
  (await until(() => waits.shift())).run();
  await peer(1);
  socket.stop();
});

test('after stop() neither a late ticket nor a closing socket brings it back', async () => {
  const socket = connect();
  socket.start();
  socket.stop();
  socket.start();
  await peer(0);
  await until(() => states.at(-1) === 'up');
  expect(peers).toHaveLength(1);
  socket.stop();
  await once(await peer(0), 'close');
  expect(waits).toEqual([]);
});

test('the wait doubles up to half a minute and is spread over all of it', () => {
  expect([0, 1, 2, 10].map((attempt) => backoffMs(attempt, 1))).toEqual([1000, 2000, 4000, 30_000]);
  expect(backoffMs(10, 0)).toBe(0);
});

test('a malformed frame is no frame', () => {
  for (const data of [undefined, '', '[]', 'null', '{"t":"hint"}', '{"t":"output","job_id":1}'])
    expect(frameOf(data)).toBeUndefined();
});
