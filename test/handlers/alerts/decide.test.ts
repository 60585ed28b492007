import { describe, expect, test } from 'vitest';
import { createAlert, createDevice, createPerson, createPlace } from '../../factories.ts';
import { ahead, HOUR_MS, useAlerts } from './use-alerts.ts';

const world = useAlerts();

const fresh = (options: Parameters<typeof createAlert>[2] = {}) => createAlert(world.server.db, world.device, options);
const call = (verb: string, id: string, body?: unknown, token = world.tech.token) =>
  world.server.call(`POST /api/alerts/:id/${verb}`, { token, params: { id }, body });
const timeline = async (id: string) => {
  const { events } = await world.server.ok('GET /api/alerts/:id/events', { params: { id } });
  return events.reverse();
};

describe('acknowledging', () => {
  test('says who, with a note, in record, timeline and audit trail', async () => {
    const { server, tech, device } = world;
    const id = await fresh({ title: 'Disk' });
    const { status, body } = await call('ack', id, { note: 'looking into it', expected_version: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'acknowledged',
      version: 2,
      acknowledged_by: { kind: 'user', name: tech.username },
    });
    expect((await timeline(id)).at(-1)).toMatchObject({
      kind: 'acknowledged',
      note: 'looking into it',
      actor: { name: tech.username },
    });
    const { entries } = await server.ok('GET /api/audit', { query: { action: 'alert.acknowledge', limit: 1 } });
    expect(entries[0]).toMatchObject({
      target: { kind: 'alert', id, name: 'Disk' },
      details: { device: device.hostname, note: 'looking into it' },
    });
  });

  test('needs no body', async () => {
    expect((await call('ack', await fresh())).status).toBe(200);
  });

  test('is refused with 409 and what was found when somebody did already, or it is resolved', async () => {
    for (const status of ['acknowledged', 'resolved'] as const) {
      const answer = await call('ack', await fresh({ status }));
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'alert_not_allowed', status, version: 1 });
    }
  });
});

describe('resolving', () => {
  test('says who and how, from open and from acknowledged', async () => {
    for (const status of ['open', 'acknowledged'] as const) {
      const { body } = await call('resolve', await fresh({ status }), { note: 'replaced the disk' });
      expect(body).toMatchObject({
        status: 'resolved',
        resolution: 'manual',
        resolved_by: { name: world.tech.username },
        version: 2,
      });
    }
  });

  test('forgets the streaks of its check on the device and starts the cooldown', async () => {
    const { server, device } = world;
    const { id: checkId } = await server.ok('POST /api/checks', {
      body: { type: 'cpuload', name: 'Load', agent_id: device.id, cooldown_sec: 600 },
    });
    await server.db.sql`
      insert into check_instances (device_id, check_id, failures, raised) values (${device.id}, ${checkId}, 3, 'warning')
      on conflict (device_id, check_id) do update set failures = 3, raised = 'warning'`;
    await call('resolve', await fresh({ checkId }));
    const [row] = await server.db.sql<{ failures: number; raised: string | null; cooldown_until: string }[]>`
      select failures, raised, cooldown_until from check_instances where check_id = ${checkId}`;
    expect(row).toMatchObject({ failures: 0, raised: null });
    expect(Math.abs(new Date(row?.cooldown_until ?? '').getTime() - Date.now() - 600_000)).toBeLessThan(30_000);
  });

  test('is refused with 409 when it is resolved', async () => {
    expect((await call('resolve', await fresh({ status: 'resolved' }))).body).toMatchObject({
      code: 'alert_not_allowed',
    });
  });
});

describe('silencing', () => {
  test('lasts until the time given, and null ends it', async () => {
    const id = await fresh();
    const until = ahead(world.server, HOUR_MS);
    const { body } = await call('suppress', id, { silence_until: until, note: 'known' });
    expect(body).toMatchObject({
      status: 'open',
      suppressed: true,
      suppressed_until: until,
      silenced_until: until,
      suppression_id: null,
      suppression_kind: 'silence',
      version: 2,
    });
    const ended = await call('suppress', id, { silence_until: null, expected_version: 2 });
    expect(ended.body).toMatchObject({ suppressed: false, suppressed_until: null, silenced_until: null, version: 3 });
    expect((await timeline(id)).map(({ kind }) => kind)).toEqual(['raised', 'suppressed', 'unsuppressed']);
  });

  test('that ends nothing changes nothing', async () => {
    const id = await fresh();
    expect((await call('suppress', id, { silence_until: null })).body).toMatchObject({ version: 1 });
    expect((await timeline(id)).map(({ kind }) => kind)).toEqual(['raised']);
  });

  test.each([
    ['in the past', () => ahead(world.server, -1000)],
    ['in the year 9999', () => '9999-12-31T23:59:59Z'],
    ['that moves beyond the year 9999', () => '9999-12-31T23:59:59-15:00'],
    ['that is no time', () => 'tomorrow'],
    ['that is missing', () => undefined],
  ])('400 for a time %s', async (_what, time) => {
    const answer = await call('suppress', await fresh(), { silence_until: time() });
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe('silence_until');
  });

  test('409 for an alert that is resolved', async () => {
    const answer = await call('suppress', await fresh({ status: 'resolved' }), {
      silence_until: ahead(world.server, HOUR_MS),
    });
    expect(answer.body).toMatchObject({ code: 'alert_not_allowed' });
  });
});

describe('an expected version that is stale', () => {
  test.each(['ack', 'resolve', 'suppress'])(
    'is refused with 409 version_conflict and the current one: %s',
    async (verb) => {
      const id = await fresh();
      await call('suppress', id, { silence_until: ahead(world.server, HOUR_MS) });
      const body = { expected_version: 1, ...(verb === 'suppress' && { silence_until: null }) };
      const answer = await call(verb, id, body);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'version_conflict', version: 2, status: 'open' });
    },
  );

  test.each([0, -1, 1.5, 2 ** 31, '1'])('400 for %s, which is none', async (expected_version) => {
    expect((await call('ack', await fresh(), { expected_version })).status).toBe(400);
  });
});

describe('a note', () => {
  test('joins the timeline, in any state, as text', async () => {
    const id = await fresh({ status: 'resolved' });
    const answer = await call('notes', id, { note: '  <b>seen</b> before  ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      alert_id: id,
      kind: 'note',
      note: '<b>seen</b> before',
      actor: { name: world.tech.username },
    });
    expect((await timeline(id)).at(-1)).toEqual(answer.body);
    const { version } = await world.server.ok('GET /api/alerts/:id', { params: { id } });
    expect(version).toBe(1);
  });

  test.each(['', '   ', 'x'.repeat(2001), 'a\0b', 7])('400 for %j', async (note) => {
    expect((await call('notes', await fresh(), { note })).status).toBe(400);
  });
});

describe('racing callers', () => {
  test('of 50 that acknowledge or resolve at once, each lifecycle change has one winner', async () => {
    const id = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => call(turn % 2 ? 'ack' : 'resolve', id, { expected_version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ code: 'version_conflict', version: 2 });
    expect(await timeline(id)).toHaveLength(2);
  });

  test('without versions: one acknowledgement, one resolution, 48 refusals', async () => {
    const id = await fresh();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => call(turn % 2 ? 'ack' : 'resolve', id)));
    const won = answers.filter(({ status }) => status === 200).length;
    const kinds = (await timeline(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'resolved')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'acknowledged').length).toBeLessThanOrEqual(1);
    expect(won).toBe(kinds.length - 1);
  });
});

describe('scope', () => {
  test('404 for an unknown alert, 403 for one elsewhere', async () => {
    const elsewhere = await createDevice(world.server.db, await createPlace(world.server.db));
    const foreign = await createAlert(world.server.db, elsewhere);
    for (const [verb, body] of [
      ['ack'],
      ['resolve'],
      ['suppress', { silence_until: null }],
      ['notes', { note: 'x' }],
    ] as const) {
      expect((await call(verb, crypto.randomUUID(), body)).body).toMatchObject({ code: 'alert_not_found' });
      expect((await call(verb, foreign, body)).body).toMatchObject({ code: 'out_of_scope' });
    }
  });

  test('follows the device: who gets it decides, who gave it away does not', async () => {
    const { server, place, tech } = world;
    const device = await createDevice(server.db, place);
    const id = await createAlert(server.db, device);
    const there = await createPlace(server.db);
    const other = await createPerson(server.db, {
      role: 'tech',
      scopes: [{ scope_type: 'site', scope_id: there.site_id }],
    });
    await server.ok('POST /api/devices/bulk/move', { body: { agent_ids: [device.id], site_id: there.site_id } });
    expect((await call('ack', id, {}, tech.token)).status).toBe(403);
    expect((await call('ack', id, {}, other.token)).status).toBe(200);
    await server.ok('DELETE /api/devices/:id', { params: { id: device.id } });
    const { body } = await server.call('GET /api/alerts/:id', { token: other.token, params: { id } });
    expect(body).toMatchObject({
      device_deleted: true,
      agent_hostname: device.hostname,
      site_id: there.site_id,
      status: 'resolved',
      resolution: 'source_removed',
    });
    expect((await server.call('GET /api/alerts/:id', { token: tech.token, params: { id } })).status).toBe(403);
    const list = await server.ok('GET /api/alerts', { token: other.token });
    expect(list.alerts.map((alert) => alert.id)).toContain(id);
  });
});
