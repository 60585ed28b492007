/** Who is told when: while windows last, and when they end. */
import { describe, expect, test } from 'vitest';
import { createDevice, createPlace } from '../../factories.ts';
import { ahead, HOUR_MS, MINUTE_MS, reading } from './use-alerts.ts';
import { useTold } from './use-told.ts';

const { alertOf, its, kindsOf, open, pass, recover, see, toldOf, world } = useTold();

describe('without a window', () => {
  test('people are told when it is raised, resolved and reopened, and not of repeats', async () => {
    const one = reading(world.server, its);
    await see(one);
    await see(one);
    await recover(one);
    await see(one);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.resolved', 'alert.reopened']);
  });

  test('they are told once more when a warning becomes an error, and not each time that it wavers', async () => {
    const one = reading(world.server, its);
    for (const severity of ['warning', 'error', 'warning', 'error'] as const) await see(one, { severity });
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });
});

describe('while a window covers the device', () => {
  test('an alert is recorded with it, and nobody is told', async () => {
    const window = await open();
    const one = reading(world.server, its);
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
    const one = reading(world.server, its);
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
    const one = reading(world.server, its);
    await see(one);
    world.server.clock.offsetMs += HOUR_MS;
    await see(one);
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
    expect((await kindsOf(one)).filter((kind) => kind === 'unsuppressed')).toHaveLength(1);
  });

  test('one that is resolved before it ends tells nobody anything', async () => {
    await open();
    const one = reading(world.server, its);
    await see(one);
    await recover(one);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual([]);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed', 'cleared']);
    expect(await alertOf(one)).toMatchObject({ suppressed: false });
  });

  test('one that somebody acknowledged meanwhile tells nobody either', async () => {
    await open();
    const one = reading(world.server, its);
    await see(one);
    await world.server.ok('POST /api/alerts/:id/ack', { params: { id: (await alertOf(one))?.id ?? '' } });
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual([]);
    expect((await kindsOf(one)).at(-1)).toBe('unsuppressed');
  });

  test('one that was told of before is suppressed by its next repeat, and told of no second time', async () => {
    const one = reading(world.server, its);
    await see(one);
    await open();
    await see(one);
    expect(await alertOf(one)).toMatchObject({ suppressed: true });
    await pass(HOUR_MS);
    expect(await kindsOf(one)).toEqual(['raised', 'suppressed', 'unsuppressed']);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('one that becomes worse in it is told of when it ends', async () => {
    const one = reading(world.server, its);
    await see(one);
    await open();
    await see(one, { severity: 'error' });
    expect(await toldOf(one)).toEqual(['alert.raised']);
    await pass(HOUR_MS);
    expect(await toldOf(one)).toEqual(['alert.raised', 'alert.raised']);
  });

  test('a recovery is not told of, for nobody was told of the alert', async () => {
    await open();
    const one = reading(world.server, its);
    await see(one);
    await pass(HOUR_MS / 2);
    await recover(one);
    expect(await toldOf(one)).toEqual([]);
  });

  test('ending it early has the same effect', async () => {
    const { id } = await open();
    const one = reading(world.server, its);
    await see(one);
    await world.server.ok('DELETE /api/alert-suppressions/:id', { params: { id } });
    expect(await alertOf(one)).toMatchObject({ suppressed: false });
    await pass(0);
    expect(await toldOf(one)).toEqual(['alert.raised']);
  });

  test('another one that covers the device takes over without a word', async () => {
    const first = await open();
    const one = reading(world.server, its);
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
    const one = reading(world.server, its);
    await see(one);
    expect(await alertOf(one)).toMatchObject({ suppression_id: later.id, suppressed_until: later.ends_at });
  });

  test('its place is deleted: then it is over for its devices', async () => {
    const { server } = world;
    const there = await createPlace(server.db);
    Object.assign(its, await createDevice(server.db, there));
    await open({ scope_type: 'group', scope_id: there.group_id });
    const one = reading(server, its);
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
    const within = reading(server, its);
    const outside = reading(server, await createDevice(server.db));
    await see(within);
    await see(outside);
    expect((await alertOf(within))?.suppressed).toBe(true);
    expect((await alertOf(outside))?.suppressed).toBe(false);
  });
});
