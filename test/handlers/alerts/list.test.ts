import { beforeAll, describe, expect, test } from 'vitest';
import { clearConditions, observe } from '../../../domain/alerts/observe.ts';
import { createAlert, createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { ahead, HOUR_MS, reading, useAlerts } from './use-alerts.ts';

const world = useAlerts();
let there: Place;
let other: MadeDevice;
const ids: Record<'open' | 'error' | 'acknowledged' | 'resolved' | 'silenced' | 'elsewhere' | 'nowhere', string> = {
  open: '',
  error: '',
  acknowledged: '',
  resolved: '',
  silenced: '',
  elsewhere: '',
  nowhere: '',
};
const checkId = crypto.randomUUID();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeAll(async () => {
  const { server, device } = world;
  const { db } = server;
  there = await createPlace(db);
  other = await createDevice(db, { ...there, hostname: 'elsewhere-1' });
  ids.open = await createAlert(db, device, { raisedAt: minutesAgo(7), title: 'Disk C', checkId });
  ids.error = await createAlert(db, device, { raisedAt: minutesAgo(6), severity: 'error', message: '100 % used' });
  ids.acknowledged = await createAlert(db, device, { raisedAt: minutesAgo(5), status: 'acknowledged' });
  ids.resolved = await createAlert(db, device, { raisedAt: minutesAgo(4), status: 'resolved' });
  ids.silenced = await createAlert(db, device, { raisedAt: minutesAgo(3) });
  ids.elsewhere = await createAlert(db, other, { raisedAt: minutesAgo(2) });
  ids.nowhere = await createAlert(db, await createDevice(db), { raisedAt: minutesAgo(1) });
  const body = { silence_until: ahead(server, HOUR_MS) };
  await server.ok('POST /api/alerts/:id/suppress', { params: { id: ids.silenced }, body });
});

type Name = keyof typeof ids;
const listed = async (query: Record<string, string> = {}, token?: string): Promise<Name[]> => {
  const { alerts } = await world.server.ok('GET /api/alerts', { query, token });
  const names = Object.entries(ids) as [Name, string][];
  return alerts.map(({ id }) => names.find(([, known]) => known === id)?.[0] ?? ('unknown' as Name));
};

describe('the list', () => {
  test('has the last raised first', async () => {
    expect(await listed()).toEqual(['nowhere', 'elsewhere', 'silenced', 'resolved', 'acknowledged', 'error', 'open']);
  });

  test.each<[string, () => Record<string, string>, Name[]]>([
    ['one status', () => ({ status: 'acknowledged' }), ['acknowledged']],
    ['several', () => ({ status: 'resolved,acknowledged' }), ['resolved', 'acknowledged']],
    ['a severity', () => ({ severity: 'error' }), ['error']],
    ['a device', () => ({ agent_id: other.id }), ['elsewhere']],
    ['a company', () => ({ client_id: there.client_id }), ['elsewhere']],
    ['no company', () => ({ client_id: 'none' }), ['nowhere']],
    ['a site', () => ({ site_id: there.site_id }), ['elsewhere']],
    ['a department', () => ({ group_id: there.group_id }), ['elsewhere']],
    ['a check', () => ({ check_id: checkId }), ['open']],
    ['what is silenced', () => ({ suppressed: 'true' }), ['silenced']],
    [
      'what is not, and open',
      () => ({ suppressed: 'false', status: 'open', client_id: world.place.client_id }),
      ['error', 'open'],
    ],
    ['a word of the title', () => ({ q: 'disk c' }), ['open']],
    ['a word of the message', () => ({ q: '100 %' }), ['error']],
    ['a part of the hostname', () => ({ q: 'LSEWHERE' }), ['elsewhere']],
    ['a pattern that is none', () => ({ q: '%' }), ['error']],
  ])('is narrowed to %s', async (_what, query, names) => {
    expect(await listed(query())).toEqual(names);
  });

  test('holds what lies in scope by where the device is now', async () => {
    const { token } = await createPerson(world.server.db, {
      permissions: ['alerts.view'],
      scopes: [{ scope_type: 'group', scope_id: there.group_id }],
    });
    expect(await listed({}, token)).toEqual(['elsewhere']);
    expect(await listed({ client_id: world.place.client_id }, token)).toEqual([]);
  });

  test('needs alerts.view', async () => {
    const { token } = await createPerson(world.server.db, { permissions: ['devices.view'] });
    expect((await world.server.call('GET /api/alerts', { token })).status).toBe(403);
  });

  test.each<Record<string, string>>([
    { status: 'broken' },
    { status: '' },
    { severity: 'info' },
    { suppressed: 'yes' },
    { agent_id: 'x' },
    { limit: '0' },
    { page: '2' },
  ])('400 for %j', async (query) => {
    expect((await world.server.call('GET /api/alerts', { query })).status).toBe(400);
  });

  test('400 for a cursor of something else', async () => {
    for (const cursor of ['nonsense', Buffer.from('["x"]').toString('base64url')]) {
      const { body } = await world.server.call('GET /api/alerts', { query: { cursor } });
      expect(body.code).toBe('invalid_cursor');
    }
  });
});

describe('one alert', () => {
  test('has the fields that SPEC.md and CONTRACT.md name', async () => {
    const { server, device, place } = world;
    const alert = await server.ok('GET /api/alerts/:id', { params: { id: ids.open } });
    expect(alert).toMatchObject({
      id: ids.open,
      status: 'open',
      condition_key: `check:${checkId}:${device.id}`,
      occurrences: 1,
      observed_value: 91.5,
      threshold_value: 90,
      version: 1,
      agent_id: device.id,
      agent_hostname: device.hostname,
      ...place,
      check_id: checkId,
      check_type: null,
      reopened_from: null,
    });
  });

  test('says what it reopened from', async () => {
    const { server, device, tech } = world;
    const one = reading(server, device);
    await observe(server.ctx, [one]);
    const { alerts } = await server.ok('GET /api/alerts', { query: { check_id: one.sourceId } });
    const id = alerts[0]?.id ?? '';
    const resolved = await server.ok('POST /api/alerts/:id/resolve', { token: tech.token, params: { id } });
    await observe(server.ctx, [one]);
    const reopened = await server.ok('GET /api/alerts/:id', { params: { id } });
    expect(reopened).toMatchObject({
      status: 'open',
      version: 3,
      reopened_from: { resolved_at: resolved.resolved_at, resolved_by: { name: tech.username } },
    });
    await clearConditions(server.ctx, [
      { conditionKey: one.conditionKey, resolution: 'cleared', observedValue: null, at: server.ctx.now() },
    ]);
    const { events } = await server.ok('GET /api/alerts/:id/events', { params: { id }, query: { limit: 2 } });
    expect(events.map(({ kind }) => kind)).toEqual(['cleared', 'reopened']);
  });

  test('has a timeline in pages, newest entry first', async () => {
    const { server } = world;
    const id = await createAlert(server.db, world.device);
    for (let n = 1; n <= 5; n++)
      await server.ok('POST /api/alerts/:id/notes', { params: { id }, body: { note: `note ${n}` } });
    const notes: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.ok('GET /api/alerts/:id/events', {
        params: { id },
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      notes.push(...page.events.map(({ note }) => note));
      cursor = page.next_cursor;
    } while (cursor);
    expect(notes).toEqual(['note 5', 'note 4', 'note 3', 'note 2', 'note 1', '']);
  });

  test('404 for an unknown one', async () => {
    for (const route of ['GET /api/alerts/:id', 'GET /api/alerts/:id/events'])
      expect((await world.server.call(route, { params: { id: crypto.randomUUID() } })).body).toMatchObject({
        code: 'alert_not_found',
      });
  });
});
