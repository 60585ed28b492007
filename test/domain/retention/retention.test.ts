/** What history is removed, what never, and what a wrong clock may cost (SPEC.md, Limits; ATTACKS.md 53). */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../domain/context.ts';
import { advance, isDue } from '../../../domain/retention/clock.ts';
import { expire } from '../../../domain/retention/expire.ts';
import { createDevice, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
let device: MadeDevice;
beforeEach(async () => {
  await server?.stop();
  server = await startServer({ RMM_ALERT_RETENTION_DAYS: '30', RMM_CHECK_RESULT_RETENTION_DAYS: '10' });
  device = await createDevice(server.db);
});
afterAll(() => server.stop());

const noPause = () => Promise.resolve();
/** The context of a server whose clock, and whose database's, is some days off: the database is told by its own row. */
const daysOff = (days: number): Ctx => ({ ...server.ctx, now: () => new Date(Date.now() + days * DAY_MS) });

async function alert(status: 'open' | 'acknowledged' | 'resolved', age: number): Promise<string> {
  const [row] = await server.db.sql<{ id: string }[]>`
    insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, title, severity, status,
                        first_seen_at, last_seen_at, raised_at, resolved_at)
    select gen_random_uuid()::text, 'check', 'x', ${device.id}, 'h', ${`${status} ${age}`}, 'error', ${status}, t, t, t,
      case when ${status}::text = 'resolved' then t end
    from (select now() - make_interval(days => ${age}::int) as t) x returning id`;
  const id = row?.id ?? '';
  await server.db.sql`insert into alert_events (alert_id, kind, at) values (${id}, 'raised', now())`;
  return id;
}

async function results(...ages: number[]): Promise<void> {
  for (const age of ages) {
    const [row] = await server.db.sql<{ day: string }[]>`select (current_date - ${age}::int)::text as day`;
    const day = row?.day ?? '';
    await server.db.sql`select ensure_day_partitions(${day}::text::date, ${day}::text::date)`;
    await server.db.sql`
      insert into check_results (at, device_id, check_id, execution_id, status)
      values (${day}::text::timestamptz + interval '1 hour', ${device.id}, gen_random_uuid(), gen_random_uuid(), 'ok')`;
    await server.db
      .sql`insert into check_result_hours (hour, device_id, check_id, samples) values (${day}::text::timestamptz, ${device.id}, gen_random_uuid(), 1)`;
    await server.db.sql`insert into device_health (at, device_id) values (${day}::text::timestamptz, ${device.id})`;
  }
}

const count = async (table: string) =>
  (await server.db.sql<{ count: number }[]>`select count(*)::int as count from ${server.db.sql(table)}`)[0]?.count;

test('resolved alerts go with their timelines once they are old enough, others never', async () => {
  await alert('resolved', 31);
  await alert('resolved', 29);
  await alert('open', 400);
  await alert('acknowledged', 400);
  const { removed } = await expire(server.ctx, noPause);
  expect(removed.alerts).toBe(1);
  const left = await server.db.sql`select title from alerts order by title`;
  expect(left.map(({ title }) => title)).toEqual(['acknowledged 400', 'open 400', 'resolved 29']);
  expect(await count('alert_events')).toBe(3);
});

test('what cannot be removed keeps nothing else from being removed, and is told', async () => {
  await results(11);
  await alert('resolved', 31);
  await server.db.ownerSql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'held'; end $$`;
  await server.db.ownerSql`create trigger refuse before delete on alerts for each row execute function refuse()`;
  const { removed, failures } = await expire(server.ctx, noPause);
  expect(failures).toMatchObject([{ what: 'alerts', error: { message: 'held' } }]);
  expect(removed).toMatchObject({ 'days of check results': 1, 'hours of check results': 1 });
});

test('results and their hours go by the day, health samples after ninety days', async () => {
  await results(0, 9, 10, 11, 12, 95);
  const { removed } = await expire(server.ctx, noPause);
  expect(removed).toMatchObject({
    'days of check results': 3,
    'days of health samples': 1,
    'hours of check results': 4,
  });
  expect([await count('check_results'), await count('device_health')]).toEqual([3, 5]);
  const [row] = await server.db.sql`select min(at) >= now() - interval '11 days' as kept from check_results`;
  expect(row).toEqual({ kept: true });
});

test('rows of days that never had a partition go too', async () => {
  await server.db.sql`
    insert into check_results (at, device_id, check_id, execution_id, status)
    select now() - interval '50 days', ${device.id}, gen_random_uuid(), gen_random_uuid(), 'ok' from generate_series(1, 7)`;
  expect((await expire(server.ctx, noPause)).removed['check results of no day']).toBe(7);
});

test('an execution that is pending stays, however old', async () => {
  await server.db.sql`
    insert into check_instances (device_id, check_id, execution_id, sent_at, deadline_at)
    values (${device.id}, gen_random_uuid(), gen_random_uuid(), now() - interval '1 year', now() - interval '1 year')`;
  await expire(server.ctx, noPause);
  expect(await count('check_instances')).toBe(1);
});

test('mail and notices that wait stay, failed ones go; ended windows and old runs of tasks go', async () => {
  const { sql } = server.db;
  const outbox = (state: string) => sql`
    insert into outbox (transport, kind, recipient, payload, dedupe_key, state, created_at)
    values ('alerts', 'x', 'a@b.c', '', gen_random_uuid()::text, ${state}, now() - interval '200 days')`;
  await outbox('pending');
  await outbox('failed');
  await sql`
    insert into alert_suppressions (kind, starts_at, ends_at, author)
    values ('silence', now() - interval '300 days', now() - interval '200 days', '{}'), ('silence', now(), now() + interval '1 day', '{}')`;
  const { removed } = await expire(server.ctx, noPause);
  expect(removed).toMatchObject({ 'failed mail': 1, 'suppression windows': 1 });
  expect([await count('outbox'), await count('alert_suppressions')]).toEqual([1, 1]);
});

test('a table that somebody reads for long is passed over after a while, and the run goes on', async () => {
  await results(12);
  await alert('resolved', 31);
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const { promise: over, resolve: open } = Promise.withResolvers<void>();
  const reading = server.db.ownerSql.begin(async (sql) => {
    await sql`select * from check_results`;
    holds();
    await over;
  });
  await held;
  const { removed } = await expire(server.ctx, noPause);
  open();
  await reading;
  expect(removed).toMatchObject({ 'days of check results': 0, alerts: 1 });
  expect((await expire(server.ctx, noPause)).removed['days of check results']).toBe(1);
});

/** Both clocks jump, as on one machine: the database's is moved by moving everything else. */
async function bothClocksJump(days: number): Promise<Ctx> {
  await server.db
    .sql`update retention_clock set at = at - make_interval(days => ${days}::int), ran_at = ran_at - make_interval(days => ${days}::int)`;
  return server.ctx;
}

test('a clock that jumps a year ahead costs two days of history, and no more on the day of the jump', async () => {
  await results(9, 8, 7, 6, 5);
  await expire(server.ctx, noPause);
  // Seen from the jump, retention ran 365 days ago, and all rows are older than they are to be kept.
  const jumped = await bothClocksJump(365);
  await server.db.sql`update check_result_hours set hour = hour - interval '355 days'`;
  const before = await count('check_result_hours');
  const { clock, removed } = await expire(jumped, noPause);
  expect(clock.behindMs).toBeGreaterThan(360 * DAY_MS);
  expect(removed).toMatchObject({ 'hours of check results': 0, 'days of check results': 0 });
  expect(await count('check_result_hours')).toBe(before);
  expect(await isDue(jumped)).toBe(false);
});

test('of the clocks of server and database the earlier one counts', async () => {
  await results(9);
  await expire(daysOff(365), noPause);
  expect(await count('check_results')).toBe(1);
  expect((await advance(daysOff(365))).behindMs).toBe(0);
});

test('a clock that was ahead and is right again is followed at once, and a run is due', async () => {
  await bothClocksJump(-300);
  expect(await isDue(server.ctx)).toBe(true);
  const { at, behindMs } = await advance(server.ctx);
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  expect(behindMs).toBe(0);
});

test('after a week without the server expiry catches up by two days a day', async () => {
  await expire(server.ctx, noPause);
  await bothClocksJump(7);
  const behind: number[] = [];
  for (let day = 0; day < 5; day++) behind.push(Math.round((await advance(server.ctx)).behindMs / DAY_MS));
  expect(behind).toEqual([5, 3, 1, 0, 0]);
});

test('a run is due a day after the last one', async () => {
  expect(await isDue(server.ctx)).toBe(true);
  await expire(server.ctx, noPause);
  expect(await isDue(server.ctx)).toBe(false);
  await bothClocksJump(1);
  expect(await isDue(server.ctx)).toBe(true);
});
