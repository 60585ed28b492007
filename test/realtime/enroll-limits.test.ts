/** Enrollment failures are limited by network (CONTRACT.md, Access: 30 in 15 minutes), whatever a peer forwards. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());

interface Upgrade {
  status: number;
  retryAfter: number;
}

/** Asks for an upgrade with a token; 101 when it was let in. */
function ask(token: string, from: string, url = server.url): Promise<Upgrade> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/agent`, 'rmm.v1', {
    headers: { authorization: `Enroll ${token}`, 'x-forwarded-for': from },
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate();
      resolve({ status: 101, retryAfter: 0 });
    });
    socket.once('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: Number(response.headers['retry-after']) });
      response.resume();
    });
    socket.once('error', reject);
  });
}

const guess = () => `rme_${randomUUID()}`;
const valid = async () => (await server.ok('POST /api/enroll-tokens', { body: { uses: 100 } })).token;
const statuses = (answers: Upgrade[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

test('of a hundred guesses at once thirty are judged, and then even a right token waits, there alone', async () => {
  const token = await valid();
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(guess(), '192.0.2.1')));
  expect(statuses(answers)).toEqual([...Array(30).fill(401), ...Array(70).fill(429)]);
  const late = await ask(token, '192.0.2.1');
  expect(late.status).toBe(429);
  expect(late.retryAfter).toBeGreaterThan(800);
  expect((await ask(token, '192.0.2.2')).status).toBe(101);
});

test('all addresses of an IPv6 network are one peer', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, i) => ask(guess(), `2001:db8:5:5::${i + 1}`)));
  expect((await ask(await valid(), '2001:db8:5:5:abcd::1')).status).toBe(429);
  expect((await ask(await valid(), '2001:db8:5:6::1')).status).toBe(101);
});

test('right tokens are never limited', async () => {
  const token = await valid();
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(token, '192.0.2.3')));
  expect(statuses(answers)).toEqual(Array(60).fill(101));
});

test('X-Forwarded-For from a peer that is no trusted proxy changes nothing (ATTACKS.md 2)', async () => {
  const direct = await startServer();
  try {
    for (let i = 0; i < 30; i++) await ask(guess(), `192.0.2.${i + 10}`, direct.url);
    expect((await ask(guess(), '192.0.2.200', direct.url)).status).toBe(429);
  } finally {
    await direct.stop();
  }
});
