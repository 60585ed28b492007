import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepOutput } from '../../domain/jobs/sweep-output.ts';
import { sweepSessions } from '../../domain/sessions/sweep.ts';
import { createDevice, createJob, createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('sessions that have ended are removed, the others stay', async () => {
  const [ended, alive] = [await createPerson(server.db), await createPerson(server.db)];
  await server.db.sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ended.id}`;
  expect(await sweepSessions(server.ctx)).toBe(1);
  const left = await server.db.sql`select user_id from sessions`;
  expect(left).toEqual([{ user_id: alive.id }]);
});

test('pieces of output are removed for finished jobs alone', async () => {
  const device = await createDevice(server.db);
  const [running, done] = [
    await createJob(server.db, device, { status: 'running' }),
    await createJob(server.db, device, { status: 'completed' }),
  ];
  for (const id of [running, done])
    await server.db.sql`insert into job_output (job_id, byte_offset, byte_length, content) values (${id}, 0, 1, 'x')`;
  expect(await sweepOutput(server.ctx)).toBe(1);
  expect(await server.db.sql`select job_id from job_output`).toEqual([{ job_id: running }]);
});
