import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { CONSOLE_SUBPROTOCOL, LiveServerFrame } from '../../schema/live.ts';
import { createDevice, createJob, createPerson, type Person } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

const ORIGIN = 'http://console.test';
let server: TestServer;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => server.stop());

interface Live {
  socket: WebSocket;
  frames: LiveServerFrame[];
  next: (fits: (frame: LiveServerFrame) => boolean) => Promise<LiveServerFrame>;
  closed: Promise<number>;
}

const ticketOf = async ({ token }: Person) => (await server.ok('POST /api/me/live-ticket', { token, body: {} })).ticket;

/** Opens a live socket, or rejects with the status of the refusal. */
function open(ticket: string, origin: string | undefined = ORIGIN, url = server.url): Promise<Live> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/console`, [CONSOLE_SUBPROTOCOL, ticket], { origin });
  sockets.push(socket);
  const frames: LiveServerFrame[] = [];
  const waiting = new Set<(frame: LiveServerFrame) => void>();
  socket.on('message', (data) => {
    const frame = LiveServerFrame.parse(JSON.parse(String(data)));
    frames.push(frame);
    for (const look of waiting) look(frame);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const next = (fits: (frame: LiveServerFrame) => boolean) =>
    new Promise<LiveServerFrame>((resolve) => {
      const found = frames.find(fits);
      if (found) return resolve(found);
      waiting.add((frame) => fits(frame) && resolve(frame));
    });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, frames, next, closed }));
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
}

test('a change reaches an open console as a hint with its id', async () => {
  const live = await open(await ticketOf(await createPerson(server.db)));
  const { id } = await server.ok('POST /api/clients', { body: { name: 'Hinted' } });
  expect(await live.next((frame) => frame.t === 'hint' && frame.noun === 'clients')).toMatchObject({ ids: [id] });
});

test('a burst of changes is one frame, or a few, and too many ids are not named', async () => {
  const live = await open(await ticketOf(await createPerson(server.db)));
  const ids = Array.from({ length: 300 }, (_, n) => `id-${n}`);
  for (const id of ids) server.muster.services.publish([{ type: 'changed', noun: 'jobs', ids: [id] }]);
  await live.next((frame) => frame.t === 'hint' && frame.noun === 'jobs' && frame.ids === undefined);
  expect(live.frames.filter((frame) => frame.t === 'hint' && frame.noun === 'jobs')).toHaveLength(2);
});

test('a ticket opens one socket, and none after thirty seconds', async () => {
  const person = await createPerson(server.db);
  const ticket = await ticketOf(person);
  const attempts = await Promise.allSettled([open(ticket), open(ticket), open(ticket)]);
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const late = await ticketOf(person);
  server.clock.offsetMs = 31_000;
  await expect(open(late)).rejects.toThrow('401');
  server.clock.offsetMs = 0;
});

test('403 for a page of another origin, or without one', async () => {
  const person = await createPerson(server.db);
  await expect(open(await ticketOf(person), 'https://evil.example')).rejects.toThrow('403');
  await expect(open(await ticketOf(person), '')).rejects.toThrow('403');
});

test('the socket closes when its session ends, its user is disabled, or rights change', async () => {
  const person = await createPerson(server.db);
  const admin = await createPerson(server.db);
  const signedOut = await open(await ticketOf(person));
  await server.ok('POST /api/auth/logout', { token: person.token });
  expect(await signedOut.closed).toBe(4401);

  const other = await createPerson(server.db);
  const disabled = await open(await ticketOf(other));
  await server.ok('POST /api/users/:id/disable', { token: admin.token, params: { id: other.id } });
  expect(await disabled.closed).toBe(4401);
});

test('the growth of a watched job is told to who watches it, and its end', async () => {
  const job_id = await createJob(server.db, await createDevice(server.db), { status: 'running' });
  const [watching, other] = [
    await open(await ticketOf(await createPerson(server.db))),
    await open(await ticketOf(await createPerson(server.db))),
  ];
  watching.socket.send(JSON.stringify({ t: 'watch', job_id }));
  await server.ok('GET /api/me', {}); // the watch has been read by the time this is answered
  server.muster.services.publish([{ type: 'jobs.output', jobId: job_id, sizeBytes: 10, done: false }]);
  server.muster.services.publish([{ type: 'jobs.output', jobId: job_id, sizeBytes: 20, done: false }]);
  expect(await watching.next((frame) => frame.t === 'output')).toEqual({
    t: 'output',
    job_id,
    size_bytes: 20,
    done: false,
  });
  server.muster.services.publish([{ type: 'jobs.output', jobId: job_id, sizeBytes: 25, done: true }]);
  expect(await watching.next((frame) => frame.t === 'output' && frame.done)).toMatchObject({ size_bytes: 25 });
  expect(other.frames.filter(({ t }) => t === 'output')).toEqual([]);
});

test('somebody without jobs.view cannot watch a job', async () => {
  const live = await open(await ticketOf(await createPerson(server.db, { role: 'readonly' })));
  live.socket.send(JSON.stringify({ t: 'watch', job_id: await createJob(server.db, await createDevice(server.db)) }));
  expect(await live.closed).toBe(1008);
});

test('nonsense closes the socket and leaves the server alone', async () => {
  const live = await open(await ticketOf(await createPerson(server.db)));
  live.socket.send('{"t":');
  expect(await live.closed).toBe(1008);
  expect((await server.call('GET /healthz')).status).toBe(200);
});
