/** Who is told when: while windows and silences last, and when they end. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Observation } from '../../../domain/alerts/observation.ts';
import { clearConditions, observe } from '../../../domain/alerts/observe.ts';
import { sweepSuppressed } from '../../../domain/alerts/suppressions/sweep.ts';
import { createDevice, createPlace, type MadeDevice } from '../../factories.ts';
import { ahead, HOUR_MS, MINUTE_MS, reading, useAlerts } from './use-alerts.ts';

const world = useAlerts();
let device: MadeDevice;

beforeAll(async () => {
  const { db } = world.server;
  // Nothing is noted for nobody, and what is noted is soon made into mail: kept here as it comes.
  await db.sql`insert into alert_relay (host, enabled) values ('relay.test', true)`;
  await db.ownerSql.unsafe(`
    create table told (id bigint generated always as identity, event text, agent_id uuid);
    grant select on told to public;
    create function keep_told() returns trigger language plpgsql security definer as $$
      begin insert into told (event, agent_id) values (new.event, new.agent_id); return null; end $$;
    create trigger keep_told after insert on notices for each row execute function keep_told();`);
});
beforeEach(async () => {
  device = await createDevice(world.server.db, world.place);
});
afterEach(async () => {
  world.server.clock.offsetMs = 0;
  await world.server.db.sql`delete from alert_suppressions`;
});

const open = (body: object = {}) =>
  world.server.ok('POST /api/alert-suppressions', {
    body: {
      kind: 'maintenance',
      scope_type: 'agent',
      scope_id: device.id,
      ends_at: ahead(world.server, HOUR_MS),
      ...body,
    },
  });
const see = (one: Observation, of: Partial<Observation> = {}) =>
  observe(world.server.ctx, [{ ...one, at: world.server.ctx.now(), ...of }]);
const recover = ({ conditionKey }: Observation) =>
  clearConditions(world.server.ctx, [
    { conditionKey, resolution: 'cleared', observedValue: 1, at: world.server.ctx.now() },
  ]);
const pass = async (ms: number) => {
  world.server.clock.offsetMs += ms;
  await sweepSuppressed(world.server.ctx);
};
const alertOf = async ({ agentId }: Observation) => {
  const { alerts } = await world.server.ok('GET /api/alerts', { query: { agent_id: agentId } });
  return alerts[0];
};
const kindsOf = async (one: Observation) => {
  const { events } = await world.server.ok('GET /api/alerts/:id/events', {
    params: { id: (await alertOf(one))?.id ?? '' },
  });
  return events.map(({ kind }) => kind).reverse();
};
const toldOf = async ({ agentId }: Observation) => {
  const rows = await world.server.db.sql<{ event: string }[]>`
    select event from told where agent_id = ${agentId} order by id`;
  return rows.map(({ event }) => event);
};

describe('without a window', () => {
  test('people are told when it is raised, resolved and reopened, and not of repeats', async () => {
    const one = reading(world.server, device);
    await see(one);
    await see(one);
    await recover(one);
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.resolved', 'alert.reopened']);
  });

  test('they are told once more when a warning becomes an error, and not each time that it wavers', async () => {
    const one = reading(world.server, device);
    for (const severity of ['warning', 'error', 'warning', 'error'] as const) await see(one, { severity });
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });
});

describe('while a window covers the device', () => {
  test('an alert is recorded with it, and nobody is told', async () => {
    const window = await open();
    const one = reading(world.server, device);
    await see(one);
    expect(await alertOf(one)).toMatchObject({
      status: 'open',
      suppressed: true,
      suppression_id: window.id,
      suppression_kind: 'maintenance',
      suppressed_until: window.ends_at,
      version: 1,
    });
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed']);
    expect(await toldOf(one)).toEqual([]);
  });

  test('one that is open when it ends says so, and people are told then, once', async () => {
    await open();
    const one = reading(world.server, device);
    await see(one);
    await pass(59 * MINUTE_MS);
    expect(await toldOf(one)).toEqual([]);
    await pass(MINUTE_MS);
    await pass(1000);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed', 'unsuppressed']);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    expect(await alertOf(one)).toMatchObject({ suppressed: false, suppression_id: null, suppressed_until: null });
  });

  test('a repeat between its end and the sweep tells no second time', async () => {
    await open();
    const one = reading(world.server, device);
    await see(one);
    world.server.clock.offsetMs += HOUR_MS;
    await see(one);
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    expect((await kindsOf(one)).filter((kind) => kind === 'unsuppressed')).toHaveLength(1);
  });

  test('one that is resolved before it ends tells nobody anything', async () => {
    await open();
    const one = reading(world.server, device);
    await see(one);
    await recover(one);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual([]);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed', 'cleared']);
    expect(await alertOf(one)).toMatchObject({ suppressed: false });
  });

  test('one that somebody acknowledged meanwhile tells nobody either', async () => {
    await open();
    const one = reading(world.server, device);
    await see(one);
    await world.server.ok('POST /api/alerts/:id/ack', { params: { id: (await alertOf(one))?.id ?? '' } });
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual([]);
    expect((await kindsOf(one)).at(-1)).toBe('unsuppressed');
  });

  test('one that was told of before is suppressed by its next repeat, and told of no second time', async () => {
    const one = reading(world.server, device);
    await see(one);
    await open();
    await see(one);
    expect(await alertOf(one)).toMatchObject({ suppressed: true });
    await pass(HOUR_MS);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed', 'unsuppressed']);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('one that becomes worse in it is told of when it ends', async () => {
    const one = reading(world.server, device);
    await see(one);
    await open();
    await see(one, { severity: 'error' });
    expect(await toldOf(one)).toEqual(['alert.raised']);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('a recovery is not told of, for nobody was told of the alert', async () => {
    await open();
    const one = reading(world.server, device);
    await see(one);
    await pass(HOUR_MS / 2);
    await recover(one);
    expect(await toldOf(one)).toEqual([]);
  });

  test('ending it early has the same effect', async () => {
    const { id } = await open();
    const one = reading(world.server, device);
    await see(one);
    await world.server.ok('DELETE /api/alert-suppressions/:id', { params: { id } });
    expect(await alertOf(one)).toMatchObject({ suppressed: false });
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('another one that covers the device takes over without a word', async () => {
    const first = await open();
    const one = reading(world.server, device);
    await see(one);
    const { client_id } = world.place;
    const second = await open({
      kind: 'silence',
      scope_type: 'client',
      scope_id: client_id,
      ends_at: ahead(world.server, 2 * HOUR_MS),
    });
    await world.server.ok('DELETE /api/alert-suppressions/:id', { params: { id: first.id } });
    await pass(0);
    expect(await alertOf(one)).toMatchObject({
      suppressed: true,
      suppression_id: second.id,
      suppression_kind: 'silence',
    });
    await pass(HOUR_MS);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed']);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('of two that overlap the one that ends later counts', async () => {
    await open();
    const later = await open({
      kind: 'silence',
      scope_type: 'site',
      scope_id: world.place.site_id,
      ends_at: ahead(world.server, 3 * HOUR_MS),
    });
    const one = reading(world.server, device);
    await see(one);
    expect(await alertOf(one)).toMatchObject({ suppression_id: later.id, suppressed_until: later.ends_at });
  });

  test('its place is deleted: then it is over for its devices', async () => {
    const { server } = world;
    const there = await createPlace(server.db);
    device = await createDevice(server.db, there);
    await open({ scope_type: 'group', scope_id: there.group_id });
    const one = reading(server, device);
    await see(one);
    await server.ok('DELETE /api/groups/:id', { params: { id: there.group_id } });
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('devices elsewhere are told of as ever', async () => {
    await open();
    const one = reading(world.server, await createDevice(world.server.db, await createPlace(world.server.db)));
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });
});

describe('a window without a place', () => {
  test('covers every device when its author has no scope', async () => {
    await open({ scope_type: undefined, scope_id: undefined });
    const one = reading(world.server, await createDevice(world.server.db));
    await see(one);
    expect(await alertOf(one)).toMatchObject({ suppressed: true });
  });

  test('covers the scope of its author as it was then, and nothing else', async () => {
    const { server, tech } = world;
    await server.ok('POST /api/alert-suppressions', {
      token: tech.token,
      body: { kind: 'silence', ends_at: ahead(server, HOUR_MS) },
    });
    const within = reading(server, device);
    const outside = reading(server, await createDevice(server.db));
    await see(within);
    await see(outside);
    expect((await alertOf(within))?.suppressed).toBe(true);
    expect((await alertOf(outside))?.suppressed).toBe(false);
  });
});

describe('a silence of the alert itself', () => {
  const silence = async (one: Observation, silence_until: string | null) =>
    world.server.ok('POST /api/alerts/:id/suppress', {
      params: { id: (await alertOf(one))?.id ?? '' },
      body: { silence_until },
    });

  test('reminds whoever is told, when it runs out and the alert is open', async () => {
    const one = reading(world.server, device);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await see(one);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('that somebody ends tells nobody what they were told before', async () => {
    const one = reading(world.server, device);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await silence(one, null);
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('outlives a resolution and the return of the alert', async () => {
    const one = reading(world.server, device);
    await see(one);
    await silence(one, ahead(world.server, HOUR_MS));
    await recover(one);
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('outlives a window that ends before, and a longer window outlives it', async () => {
    const one = reading(world.server, device);
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
    const one = reading(world.server, device);
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
      body: { type: 'cpuload', name: 'Load', agent_id: device.id, remediation: { shell: 'bash', script: 'true' } },
    });
    return reading(world.server, device, { sourceId: id });
  };

  test('is run or proposed when its alert is raised and when it is reopened, also in a silence', async () => {
    await open({ kind: 'silence' });
    const one = await remedied();
    await see(one);
    expect(await jobsOf(one)).toBe(1);
    await world.server.db.sql`update jobs set status = 'completed', finished_at = now() where agent_id = ${device.id}`;
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
});

test('1,000 alerts of a window that ends are all told of by one sweep', async () => {
  await open();
  const all = Array.from({ length: 1000 }, () => reading(world.server, device));
  await observe(world.server.ctx, all);
  world.server.clock.offsetMs += HOUR_MS;
  const started = performance.now();
  await sweepSuppressed(world.server.ctx);
  expect(performance.now() - started).toBeLessThan(3000);
  const [row] = await world.server.db.sql`select count(*)::int as count from told where agent_id = ${device.id}`;
  expect(row?.count).toBe(1000);
});
