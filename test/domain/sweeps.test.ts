import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLink, sweepLinks } from '../../domain/account-links/links.ts';
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

test('pieces of output are removed once a result holds the whole, and stay where there is none', async () => {
  const device = await createDevice(server.db);
  const running = await createJob(server.db, device, { status: 'running' });
  const byHand = await createJob(server.db, device, { status: 'completed' });
  const reported = await createJob(server.db, device, { status: 'completed' });
  await server.db.sql`update jobs set outcome = 'exited' where id = ${reported}`;
  for (const id of [running, byHand, reported])
    await server.db.sql`insert into job_output (job_id, byte_offset, byte_length, content) values (${id}, 0, 1, 'x')`;
  expect(await sweepOutput(server.ctx)).toBe(1);
  const left = await server.db.sql`select job_id from job_output order by job_id`;
  expect(left).toEqual([{ job_id: running }, { job_id: byHand }]);
});

test('links are forgotten a day after their time, because until then the budgets count them', async () => {
  const { id } = await createPerson(server.db);
  const linksAt = async (hours: number) => {
    const ctx = { ...server.ctx, now: () => new Date(Date.now() + hours * 3600_000) };
    await sweepLinks(ctx);
    return (await server.db.sql`select purpose from account_links where user_id = ${id}`).map(({ purpose }) => purpose);
  };
  await createLink(server.ctx, 'password_reset', id, 'reader@example.com');
  await createLink(server.ctx, 'email_confirmation', id, 'reader@example.com');
  expect((await linksAt(24)).toSorted()).toEqual(['email_confirmation', 'password_reset']);
  expect(await linksAt(26)).toEqual(['email_confirmation']);
  expect(await linksAt(73)).toEqual([]);
});
