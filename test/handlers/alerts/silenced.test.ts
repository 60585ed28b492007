/** Silences of single alerts, what a check names as its remedy, and a thousand alerts at once. */
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../domain/alerts/observation.ts';
import { observe } from '../../../domain/alerts/observe.ts';
import { atBest, timed } from '../../at-best.ts';
import { createDevice } from '../../factories.ts';
import { ahead, HOUR_MS, reading } from './use-alerts.ts';
import { useTold } from './use-told.ts';

const { alertOf, its, open, pass, recover, see, toldOf, world } = useTold();

const silence = async (one: Observation, silence_until: string | null) =>
  world.server.ok('POST /api/alerts/:id/suppress', {
    params: { id: (await alertOf(one))?.id ?? '' },
    body: { silence_until },
  });

describe('a silence of the alert itself', () => {
  test('reminds whoever is told, when it runs out and the alert is open', async () => {
    const one = reading(world.server, its);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await see(one);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('that somebody ends tells nobody what they were told before', async () => {
    const one = reading(world.server, its);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await silence(one, null);
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('outlives a resolution and the return of the alert', async () => {
    const one = reading(world.server, its);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await recover(one);
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('outlives a window that ends before, and a longer window outlives it', async () => {
    const one = reading(world.server, its);
    await see(one);
    const { id } = await open({ ends_at: ahead(world.server, 2 * HOUR_MS) });
    expect(await silence(one, ahead(world.server, HOUR_MS))).toMatchObject({ suppression_id: id });
    await world.server.ok('DELETE /api/alert-suppressions/:id', { params: { id } });
    await pass(0);
    expect(await alertOf(one)).toMatchObject({ suppressed: true, suppression_kind: 'silence', suppression_id: null });
    await pass(HOUR_MS);
    expect(await alertOf(one)).toMatchObject({ suppressed: false });
  });

  test('is lifted under a window: the window stays', async () => {
    const one = reading(world.server, its);
    await see(one);
    await silence(one, ahead(world.server, 2 * HOUR_MS));
    await open();
    expect(await silence(one, null)).toMatchObject({
      suppressed: true,
      suppression_kind: 'maintenance',
      silenced_until: null,
    });
  });
});

describe('what a check names as its remedy', () => {
  const jobsOf = async (one: Observation) => {
    const [row] = await world.server.db.sql<{ count: number }[]>`
      select count(*)::int as count from jobs j join alerts a on a.id = j.alert_id where a.condition_key = ${one.conditionKey}`;
    return row?.count;
  };
  const remedied = async () => {
    const { id } = await world.server.ok('POST /api/checks', {
      body: { type: 'cpuload', name: 'Load', agent_id: its.id, remediation: { shell: 'bash', script: 'true' } },
    });
    return reading(world.server, its, { sourceId: id });
  };

  test('is run or proposed when its alert is raised and when it is reopened, also in a silence', async () => {
    await open({ kind: 'silence' });
    const one = await remedied();
    await see(one);
    expect(await jobsOf(one)).toBe(1);
    await world.server.db.sql`update jobs set status = 'completed', finished_at = now() where agent_id = ${its.id}`;
    await recover(one);
    await see(one);
    await see(one);
    expect(await jobsOf(one)).toBe(2);
  });

  test('waits for the end of maintenance, and is not needed for what is resolved by then', async () => {
    await open();
    const [one, over] = [await remedied(), await remedied()];
    await see(one);
    await see(over);
    await recover(over);
    expect(await jobsOf(one)).toBe(0);
    await pass(HOUR_MS);
    expect([await jobsOf(one), await jobsOf(over)]).toEqual([1, 0]);
  });

  test('waits for the end of a silence that outlasts maintenance', async () => {
    await open();
    await open({ kind: 'silence', ends_at: ahead(world.server, 2 * HOUR_MS) });
    const one = await remedied();
    await see(one);
    expect(await jobsOf(one)).toBe(0);
    await pass(2 * HOUR_MS);
    expect(await jobsOf(one)).toBe(1);
  });

  test('waits for the end of a silence that somebody gives the alert meanwhile', async () => {
    await open();
    const one = await remedied();
    await see(one);
    await silence(one, ahead(world.server, 2 * HOUR_MS));
    await pass(HOUR_MS);
    expect(await jobsOf(one)).toBe(0);
    await pass(HOUR_MS);
    expect(await jobsOf(one)).toBe(1);
  });

  test('is run or proposed when somebody ends that silence after the maintenance', async () => {
    await open();
    const one = await remedied();
    await see(one);
    await silence(one, ahead(world.server, 2 * HOUR_MS));
    await pass(HOUR_MS);
    await silence(one, null);
    expect(await jobsOf(one)).toBe(1);
    await silence(one, ahead(world.server, HOUR_MS));
    await silence(one, null);
    expect(await jobsOf(one)).toBe(1);
  });
});

test('1,000 alerts of a window that ends are all told of by one sweep', async () => {
  const sweep = async () => {
    Object.assign(its, await createDevice(world.server.db, world.place));
    await open();
    await observe(
      world.server.ctx,
      Array.from({ length: 1000 }, () => reading(world.server, its)),
    );
    const took = await timed(() => pass(HOUR_MS));
    const [row] = await world.server.db.sql`select count(*)::int as count from told where agent_id = ${its.id}`;
    expect(row?.count).toBe(1000);
    return took;
  };
  expect(await atBest(3000, sweep)).toBeLessThan(3000);
});
