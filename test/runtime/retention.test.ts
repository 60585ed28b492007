import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { keepRetention } from '../../runtime/retention.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

/** What a server looks at every ten minutes. */
function look(): () => Promise<unknown> {
  let work: () => Promise<unknown> | unknown = () => undefined;
  const scheduler: Scheduler = {
    every: (_ms, _name, given) => {
      work = given;
    },
    stop: () => Promise.resolve(),
  };
  keepRetention(scheduler, server.ctx, createLog('silent'));
  return async () => work();
}

const ranAt = async () =>
  (await server.db.sql<{ ran_at: string | null }[]>`select ran_at from retention_clock`)[0]?.ran_at;
const dayPasses = () =>
  server.db.sql`update retention_clock set at = at - interval '1 day', ran_at = ran_at - interval '1 day'`;

test('history is looked after once a day, restarts or not', async () => {
  const first = look();
  await first();
  const ran = await ranAt();
  expect(ran).not.toBeNull();
  await look()(); // of a server that was started anew
  expect(await ranAt()).toBe(ran);
  await dayPasses();
  await look()();
  expect(Date.parse((await ranAt()) ?? '')).toBeGreaterThanOrEqual(Date.parse(ran ?? ''));
});

test('a clock on the wall that runs fast makes no second run on one day', async () => {
  const again = look();
  await again();
  await dayPasses();
  const before = await ranAt();
  await again();
  expect(await ranAt()).toBe(before);
  const late = performance.now() + 21 * 3600_000;
  vi.spyOn(performance, 'now').mockReturnValue(late);
  await again();
  expect(await ranAt()).not.toBe(before);
});
