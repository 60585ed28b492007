/** What a hostile agent sends without waiting; each of these once took the memory, the disk or the queue that all share. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AgentFrame } from '../../schema/agent.ts';
import { createDevice, createJob, type MadeDevice } from '../factories.ts';
import { connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
const open: SimulatedAgent[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((agent) => agent.close()));
});
afterAll(() => server.stop());

async function connect(made: MadeDevice): Promise<SimulatedAgent> {
  const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
  const agent = await connectAgent({ url: `${server.url.replace('http', 'ws')}/ws/agent`, device, run: false });
  open.push(agent);
  return agent;
}

const piece = (job_id: string, text: string): AgentFrame => ({ t: 'job.output', job_id, offset: 0, text });

test.each([
  ['large frames', 80, 'x'.repeat(256 * 1024)],
  ['small frames', 5000, 'x'],
])(
  'a device that sends %s faster than they are written is told to come back; another is not',
  async (_, count, text) => {
    const [flooding, quiet] = [await createDevice(server.db), await createDevice(server.db)];
    const [hostile, other] = [await connect(flooding), await connect(quiet)];
    const id = await createJob(server.db, quiet, { status: 'running' });
    await server.db.sql.begin(async (locking) => {
      await locking`lock table job_output in share mode`; // nothing is written meanwhile
      for (let i = 0; i < count; i++) hostile.send(piece(id, text));
      other.send(piece(id, 'mine'));
      expect(await hostile.closed).toEqual({ code: 1013, reason: 'spread=30' });
    });
    await expect
      .poll(() => server.db.sql`select content from job_output where job_id = ${id}`)
      .toEqual([{ content: 'mine' }]);
  },
);

test('an acknowledgement of what was never a job is passed over', async () => {
  const device = await createDevice(server.db);
  const id = await createJob(server.db, device, { status: 'running' });
  const agent = await connect(device);
  for (const frame of [`${'x'.repeat(36)}:run`, ':run', 'run', `${id}:run:run`]) agent.send({ t: 'ack', id: frame });
  agent.send({ t: 'job.started', id: 'asked', job_id: id, started_at: new Date().toISOString() });
  await agent.next('ack', (frame) => frame.id === 'asked');
});

test('a device fills the log with so many lines, and no more', async () => {
  const device = await createDevice(server.db);
  const agent = await connect(device);
  const written = vi.spyOn(server.muster.services.log, 'info');
  for (let i = 0; i < 300; i++) agent.send({ t: 'log', level: 'info', message: 'line', at: new Date().toISOString() });
  agent.send({ t: 'job.started', id: 'asked', job_id: device.id, started_at: new Date().toISOString() });
  await agent.next('ack', (frame) => frame.id === 'asked');
  expect(written.mock.calls.filter((call) => JSON.stringify(call).includes('"agent":"line"'))).toHaveLength(200);
});
