import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDevice, createJob, createPerson, type Person } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';
import { closeLives, ticketOf as liveTicketOf, openLive } from './live.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(closeLives);
afterAll(() => server.stop());

const ticketOf = ({ token }: Person) => liveTicketOf(server, token);
const open = (ticket: string, origin?: string) => openLive(server.url, ticket, origin);

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
