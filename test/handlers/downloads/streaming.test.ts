/** What a client does while a file is on its way to it: stall, go, read slowly. */
import { createHash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startServer, type TestServer } from '../../harness.ts';
import { createKey, madeUpAgent, publish } from '../../publication.ts';
import { rawRequest } from '../../raw-http.ts';

const MB = 1024 * 1024;
const key = createKey();
const path = '/dl/rmm-agent-linux-x64';
let server: TestServer;
let size: number;
let sha256: string;

beforeAll(async () => {
  server = await startServer();
  size = 100 * MB;
  const agent = madeUpAgent(size);
  sha256 = createHash('sha256').update(agent).digest('hex');
  await publish(server.dataDir, { 'linux-x64': agent }, key);
});
afterAll(() => server.stop());

/** Asks for the agent and takes nothing beyond what fits into the socket's buffers. */
async function openStalled(): Promise<Socket> {
  const socket = connect(server.muster.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await vi.waitUntil(() => socket.readableLength > 0 || socket.destroyed, { timeout: 9000, interval: 2 });
  socket.pause();
  return socket;
}

const download = () =>
  rawRequest(server.muster.port, path).then(({ body }) => createHash('sha256').update(body).digest('hex'));

test('memory stays flat while ten clients read nothing of 100 MB each', async () => {
  await rawRequest(server.muster.port, path, { method: 'HEAD' });
  const before = process.memoryUsage();
  await Promise.all(Array.from({ length: 10 }, openStalled));
  // Others are served meanwhile: a whole answer later, the stalled ones have had their time to be read ahead.
  for (let turn = 0; turn < 50; turn++) await server.call('GET /healthz');
  await rawRequest(server.muster.port, path, { headers: { range: `bytes=0-${20 * MB}` } });
  const after = process.memoryUsage();
  expect((after.rss - before.rss) / MB).toBeLessThan(80); // 20 MB of it is the range above, in this process
  expect((after.external - before.external) / MB).toBeLessThan(60);
});

test('a client that pauses and goes on gets every byte', async () => {
  const socket = connect(server.muster.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const hash = createHash('sha256');
  let received = 0;
  let head = Buffer.alloc(0);
  let pauses = 0;
  socket.on('data', (data) => {
    let body = data;
    if (!head.includes('\r\n\r\n')) {
      head = Buffer.concat([head, data]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      body = head.subarray(end + 4);
      head = head.subarray(0, end + 4);
    }
    hash.update(body);
    received += body.length;
    if (received / (8 * MB) > pauses) {
      pauses += 1;
      socket.pause();
      setImmediate(() => void rawRequest(server.muster.port, '/healthz').then(() => socket.resume()));
    }
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await vi.waitUntil(() => received >= size, { timeout: 25_000, interval: 10 });
  expect(head.toString()).toContain(`Content-Length: ${size}`);
  expect(received).toBe(size);
  expect(hash.digest('hex')).toBe(sha256);
  expect(pauses).toBeGreaterThan(5);
});

test('a client that takes nothing for longer than uWebSockets.js waits is not cut off', {
  timeout: 60_000,
}, async () => {
  const stalled = await openStalled();
  await new Promise((resolve) => setTimeout(resolve, 15_000)); // its limit is 10 s, in steps of 4
  let received = 0;
  stalled.on('data', (data) => {
    received += data.length;
  });
  stalled.resume();
  await vi.waitUntil(() => received >= size || stalled.destroyed, { timeout: 30_000, interval: 10 });
  expect(received).toBeGreaterThanOrEqual(size);
});

test('clients that leave in the middle disturb nobody', async () => {
  const leaving = await Promise.all(Array.from({ length: 20 }, openStalled));
  const staying = download();
  for (const socket of leaving) socket.resetAndDestroy();
  expect(await staying).toBe(sha256);
  expect(await server.call('GET /healthz')).toMatchObject({ status: 200 });
});

test('a download that has begun ends with the publication it began with', async () => {
  const stalled = await openStalled();
  const hash = createHash('sha256');
  let received = 0;
  await publish(server.dataDir, { 'linux-x64': 'a later build' }, { ...key, version: '0.5.1' });
  expect((await rawRequest(server.muster.port, path)).body.toString()).toBe('a later build');
  let isBody = false;
  stalled.on('data', (data) => {
    const body = isBody ? data : data.subarray(data.indexOf('\r\n\r\n') + 4);
    isBody = true;
    hash.update(body);
    received += body.length;
  });
  stalled.resume();
  await vi.waitUntil(() => received >= size, { timeout: 25_000, interval: 10 });
  expect(hash.digest('hex')).toBe(sha256);
});

test('a file that turns out shorter than promised ends the connection instead of the server', async () => {
  await publish(server.dataDir, { 'linux-x64': madeUpAgent(20 * MB) }, key);
  const stalled = await openStalled();
  truncateSync(join(server.dataDir, 'dl/rmm-agent-linux-x64'), MB);
  stalled.resume();
  await vi.waitUntil(() => stalled.destroyed, { timeout: 15_000, interval: 10 });
  expect(await server.call('GET /healthz')).toMatchObject({ status: 200 });
});
