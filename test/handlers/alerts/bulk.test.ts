import { describe, expect, test } from 'vitest';
import { atBest, timed } from '../../at-best.ts';
import { createAlert, createDevice, createPlace } from '../../factories.ts';
import { ahead, HOUR_MS, useAlerts } from './use-alerts.ts';

const world = useAlerts();
const bulk = (body: object) => world.server.call('POST /api/alerts/bulk', { token: world.tech.token, body });
const several = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createAlert(world.server.db, world.device)));

describe('many at once', () => {
  test('are changed, each with its own audit entry and timeline', async () => {
    const ids = await several(3);
    const { status, body } = await bulk({ ids, action: 'ack', note: 'storm' });
    expect(status).toBe(200);
    expect(body.failed).toEqual([]);
    expect(
      body.updated.map(({ id, status: now, version }: { id: string; status: string; version: number }) => [
        id,
        now,
        version,
      ]),
    ).toEqual(ids.map((id) => [id, 'acknowledged', 2]));
    const { entries } = await world.server.ok('GET /api/audit', { query: { action: 'alert.acknowledge' } });
    expect(entries.map(({ target }) => target?.id).sort()).toEqual([...ids].sort());
  });

  test('say of each that failed why, and change the others', async () => {
    const { server } = world;
    const [open = '', stale = '', twice = ''] = await several(3);
    const resolved = await createAlert(server.db, world.device, { status: 'resolved' });
    const foreign = await createAlert(server.db, await createDevice(server.db, await createPlace(server.db)));
    const unknown = crypto.randomUUID();
    const { status, body } = await bulk({
      ids: [open, stale, resolved, foreign, unknown, twice, twice],
      action: 'resolve',
      expected_versions: { [stale]: 7, [open]: 1 },
    });
    expect(status).toBe(200);
    expect(body.updated.map(({ id }: { id: string }) => id).sort()).toEqual([open, twice].sort());
    expect(Object.fromEntries(body.failed.map(({ id, code }: { id: string; code: string }) => [id, code]))).toEqual({
      [stale]: 'version_conflict',
      [resolved]: 'alert_not_allowed',
      [foreign]: 'out_of_scope',
      [unknown]: 'alert_not_found',
    });
    const untouched = await server.ok('GET /api/alerts/:id', { params: { id: foreign } });
    expect(untouched).toMatchObject({ status: 'open', version: 1 });
  });

  test('are silenced, and their silence is ended', async () => {
    const ids = await several(2);
    const until = ahead(world.server, HOUR_MS);
    const silenced = await bulk({ ids, action: 'suppress', silence_until: until });
    expect(silenced.body.updated).toMatchObject([{ silenced_until: until }, { silenced_until: until }]);
    const ended = await bulk({ ids, action: 'suppress', silence_until: null });
    expect(ended.body.updated).toMatchObject([{ suppressed: false }, { suppressed: false }]);
  });

  test('403 when every one is out of scope', async () => {
    const foreign = await createAlert(
      world.server.db,
      await createDevice(world.server.db, await createPlace(world.server.db)),
    );
    expect((await bulk({ ids: [foreign], action: 'ack' })).body).toMatchObject({ code: 'out_of_scope' });
  });

  test('of 500 in one call take well under a second', async () => {
    const resolveAll = async () => {
      const ids = await several(500);
      return timed(async () => expect((await bulk({ ids, action: 'resolve' })).body.updated).toHaveLength(500));
    };
    expect(await atBest(2000, resolveAll)).toBeLessThan(2000);
  });

  test.each([
    ['none', { ids: [], action: 'ack' }],
    ['more than 500', { ids: Array.from({ length: 501 }, () => crypto.randomUUID()), action: 'ack' }],
    ['an unknown action', { ids: [crypto.randomUUID()], action: 'delete' }],
    ['a silence without a time', { ids: [crypto.randomUUID()], action: 'suppress' }],
    ['a time without a silence', { ids: [crypto.randomUUID()], action: 'ack', silence_until: null }],
    ['versions that are none', { ids: [crypto.randomUUID()], action: 'ack', expected_versions: { x: 1 } }],
    [
      'a silence that is past',
      { ids: [crypto.randomUUID()], action: 'suppress', silence_until: '2020-01-01T00:00:00Z' },
    ],
  ])('400 for %s', async (_what, body) => {
    expect((await bulk(body)).status).toBe(400);
  });

  test('two racing calls over the same alerts share them without waiting for each other forever', async () => {
    const ids = await several(100);
    const [one, other] = await Promise.all([
      bulk({ ids, action: 'resolve' }),
      bulk({ ids: [...ids].reverse(), action: 'resolve' }),
    ]);
    expect([
      one.body.updated.length + other.body.updated.length,
      one.body.failed.length + other.body.failed.length,
    ]).toEqual([100, 100]);
  });
});
