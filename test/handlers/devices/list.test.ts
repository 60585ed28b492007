import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceSort } from '../../../schema/devices.ts';
import { createDevice, createPerson, createPlace, createSite, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // Ninety seconds after its start the server tells who is not connected offline: nobody is, here.
  await server.db.ownerSql.unsafe(`
    create function stay() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger stay before update of status on devices for each row execute function stay()`);
});
afterAll(() => server.stop());

const list = (query: Record<string, string | number> = {}, token?: string) =>
  server.ok('GET /api/devices', { query, ...(token && { token }) });
const hostnames = async (query: Record<string, string | number>, token?: string) =>
  (await list(query, token)).devices.map(({ hostname }) => hostname);

describe('what a search finds', () => {
  beforeAll(async () => {
    const { id } = await createDevice(server.db, { hostname: 'Front-Desk-01' });
    await server.db.sql`
      update devices set description = 'Empfang ÄÖÜ, 100% belegt_x', logged_in_user = 'KESTREL\\anna', public_ip = '198.51.100.7',
                         local_ips = array['10.20.30.40', 'fe80::77'], tags = array['erdgeschoss', 'vip'] where id = ${id}`;
    await createDevice(server.db, { hostname: 'back-office-02' });
  });

  test.each([
    ['the hostname, without case', 'fRONT-desk'],
    ['the description, without case beyond ASCII', 'äöü'],
    ['the signed-in user', 'kestrel\\anna'],
    ['the public address', '198.51.100'],
    ['a local address', 'fe80::77'],
    ['a tag', 'erdgesch'],
    ['each word somewhere', 'vip 10.20 front'],
    ['a percent sign as itself', '100% belegt_x'],
  ])('%s', async (_, q) => {
    expect(await hostnames({ q })).toEqual(['Front-Desk-01']);
  });

  test.each(['front back', '1%7', 'frontxdesk', 'front-desk-01empfang', 'front_desk', 'vip\\'])(
    'not by %j',
    async (q) => {
      expect(await hostnames({ q })).toEqual([]);
    },
  );

  test('white space alone asks for nothing', async () => {
    expect((await hostnames({ q: '  ' })).length).toBeGreaterThan(1);
  });
});

describe('filters', () => {
  let place: Place;
  let other: { site_id: string; group_id: string };
  beforeAll(async () => {
    place = await createPlace(server.db);
    other = await createSite(server.db, place.client_id);
    const { client_id } = place;
    await createDevice(server.db, { ...place, hostname: 'filter-a', status: 'online' });
    await createDevice(server.db, { client_id, site_id: place.site_id, hostname: 'filter-b' });
    const c = await createDevice(server.db, { client_id, ...other, hostname: 'filter-c' });
    await server.db.sql`update devices set tags = array['vip'] where id = ${c.id}`;
  });

  test('company, site, department, status and tag narrow, together as well', async () => {
    const { client_id, site_id, group_id } = place;
    expect(await hostnames({ client_id })).toEqual(['filter-a', 'filter-b', 'filter-c']);
    expect(await hostnames({ site_id })).toEqual(['filter-a', 'filter-b']);
    expect(await hostnames({ group_id })).toEqual(['filter-a']);
    expect(await hostnames({ client_id, status: 'offline' })).toEqual(['filter-b', 'filter-c']);
    expect(await hostnames({ client_id, tag: 'vip' })).toEqual(['filter-c']);
    expect(await hostnames({ client_id, tag: 'vi' })).toEqual([]);
    expect(await list({ client_id, status: 'online', q: 'filter', limit: 1 })).toMatchObject({
      total: 1,
      devices: [{ hostname: 'filter-a', client_id, site_id, group_id, status: 'online' }],
    });
  });

  test('client_id=none leaves those without a company, and nothing else is taken for an id', async () => {
    await createDevice(server.db, { hostname: 'filter-homeless' });
    expect(await hostnames({ client_id: 'none', q: 'filter-' })).toEqual(['filter-homeless']);
    expect((await server.call('GET /api/devices', { query: { client_id: 'nobody' } })).status).toBe(400);
  });

  test('group_id=none leaves those of a site that are in no department', async () => {
    const { site_id } = place;
    expect(await hostnames({ site_id, group_id: 'none' })).toEqual(['filter-b']);
  });

  test('a filter on a node outside the scope matches nothing and tells nothing', async () => {
    const mine = await createPlace(server.db);
    await createDevice(server.db, { ...mine, hostname: 'mine-a' });
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: mine.site_id }] });
    const foreign: Record<string, string>[] = [
      { client_id: place.client_id },
      { site_id: place.site_id },
      { group_id: place.group_id },
      { client_id: '018f0000-0000-7000-8000-000000000000' },
    ];
    for (const query of foreign) expect(await list(query, token)).toEqual({ devices: [], total: 0 });
    expect(await list({}, token)).toMatchObject({ total: 1, devices: [{ hostname: 'mine-a' }] });
  });

  test.each(['client', 'site', 'group', 'agent'] as const)(
    'a caller scoped to a %s sees what lies in it',
    async (kind) => {
      const one = await createDevice(server.db, { ...place, hostname: `in-scope-of-${kind}` });
      const ids = { client: place.client_id, site: place.site_id, group: place.group_id, agent: one.id };
      const { token } = await createPerson(server.db, { scopes: [{ scope_type: kind, scope_id: ids[kind] }] });
      const { devices, total } = await list({}, token);
      expect(devices.map(({ id }) => id)).toContain(one.id);
      expect(total).toBe(devices.length);
      const inside = await server.db.sql`
      select id from devices where ${server.db.sql(kind === 'agent' ? 'id' : `${kind}_id`)} = ${ids[kind]} order by hostname_key, id`;
      expect(devices.map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
    },
  );
});

describe('order and pages', () => {
  let token: string;
  let count: number;
  beforeAll(async () => {
    const places = [await createPlace(server.db, 'Äquator'), await createPlace(server.db, 'zebra')];
    const [first] = places;
    if (first) places.push({ ...first, ...(await createSite(server.db, first.client_id, 'zebra')) });
    const versions = ['0.9.1', '0.10.0', '0.10.0', 'dev', ''];
    const made = [];
    for (let i = 0; i < 40; i++)
      made.push(
        await createDevice(server.db, {
          ...places[i % 4], // every fourth one has no place
          hostname: `Order-${'ABabÄ'[i % 5]}`,
          version: versions[i % 5],
          status: i % 3 === 0 ? 'online' : 'offline',
          os_family: i % 2 ? 'windows' : 'linux',
        }),
      );
    const scopes = made.map(({ id }) => ({ scope_type: 'agent' as const, scope_id: id }));
    ({ token } = await createPerson(server.db, { scopes }));
    count = made.length;
  });

  const walk = async (query: Record<string, string | number>, as?: string) => {
    const ids: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 100; pages++) {
      const page = await list({ ...query, ...(cursor && { cursor }) }, as);
      ids.push(...page.devices.map(({ id }) => id));
      expect(page.devices.length).toBeLessThanOrEqual(Number(query.limit));
      cursor = page.next_cursor;
      if (!cursor) return ids;
    }
    throw new Error('the cursors never end');
  };

  test.each(DeviceSort.options)(
    'walking by cursor in the order %s gives the whole list once, ties and unplaced included',
    async (sort) => {
      const whole = await list({ sort, limit: 1000 }, token);
      expect(whole.total).toBe(count);
      expect(whole.next_cursor).toBeUndefined();
      const ids = whole.devices.map(({ id }) => id);
      expect(new Set(ids).size).toBe(count);
      for (const limit of [1, 7, 39, 40, 41]) expect(await walk({ sort, limit }, token)).toEqual(ids);
      const everybody = await list({ sort, limit: 1000 });
      expect(await walk({ sort, limit: 13 })).toEqual(everybody.devices.map(({ id }) => id));
    },
  );

  test.each(DeviceSort.options.filter((sort) => !sort.startsWith('-')))('-%s is %s backwards', async (sort) => {
    const ids = async (order: string) => (await list({ sort: order, limit: 1000 }, token)).devices.map(({ id }) => id);
    expect(await ids(`-${sort}`)).toEqual((await ids(sort)).reverse());
  });

  test('versions sort as versions', async () => {
    const { devices } = await list({ sort: 'version', limit: 1000 }, token);
    expect([...new Set(devices.map(({ version }) => version))]).toEqual(['', '0.9.1', '0.10.0', 'dev']);
  });

  test('an offset jumps, and the cursor goes on from there', async () => {
    const whole = (await list({ limit: 1000 }, token)).devices.map(({ id }) => id);
    const page = await list({ offset: 20, limit: 5 }, token);
    expect(page.devices.map(({ id }) => id)).toEqual(whole.slice(20, 25));
    expect(page.total).toBe(count);
    const next = await list({ cursor: page.next_cursor ?? '', limit: 5 }, token);
    expect(next.devices.map(({ id }) => id)).toEqual(whole.slice(25, 30));
    expect(await list({ offset: 1000 }, token)).toEqual({ devices: [], total: count });
  });

  test('a cursor survives the deletion of the device it stands on', async () => {
    const { devices, next_cursor } = await list({ limit: 3, sort: 'client' }, token);
    const rest = (await list({ limit: 1000, sort: 'client' }, token)).devices.slice(3).map(({ id }) => id);
    await server.db.sql`delete from devices where id = ${devices[2]?.id ?? ''}`;
    count--;
    const next = await list({ limit: 1000, sort: 'client', cursor: next_cursor ?? '' }, token);
    expect(next.devices.map(({ id }) => id)).toEqual(rest);
  });

  test('a cursor after the longest name still fits', async () => {
    const place = await createPlace(server.db, '\u{10348}'.repeat(100));
    for (let i = 0; i < 2; i++) await createDevice(server.db, { ...place, hostname: `${'\u{10348}'.repeat(254)}${i}` });
    for (const sort of ['hostname', 'client'])
      expect(await walk({ sort, limit: 1, client_id: place.client_id })).toHaveLength(2);
  });
});

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const someId = '018f0000-0000-7000-8000-000000000000';

test.each([
  ['of another order', cursorOf(['client', 'x', someId])],
  ['with NUL', cursorOf(['hostname', '\0', someId])],
  ['with a lone surrogate', cursorOf(['hostname', '\ud800', someId])],
  ['with something else than an id', cursorOf(['hostname', 'x', 'y'])],
  ['with a number', cursorOf(['hostname', 1, someId])],
  ['with too little', cursorOf(['hostname'])],
  ['of another shape', cursorOf({ hostname: 'x' })],
  ['that is no cursor', 'zzz'],
])('400 for a cursor %s', async (_, cursor) => {
  expect(await server.call('GET /api/devices', { query: { cursor } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test.each([
  ['an unknown order', { sort: 'note' }],
  ['limit 0', { limit: 0 }],
  ['limit 1001', { limit: 1001 }],
  ['a negative offset', { offset: -1 }],
  ['offset and cursor together', { offset: 1, cursor: cursorOf(['hostname', 'x', someId]) }],
  ['a malformed id', { site_id: 'x' }],
  ['a status there is not', { status: 'sleeping' }],
  ['a search with NUL', { q: 'a\0b' }],
  ['an unknown key', { nmae: 'x' }],
])('400 for %s', async (_, query) => {
  expect(await server.call('GET /api/devices', { query: Object.fromEntries(Object.entries(query)) })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
});

test('403 without devices.view, whatever else one holds', async () => {
  const { token } = await createPerson(server.db, { permissions: ['clients.view', 'devices.manage'] });
  for (const route of ['GET /api/devices', 'GET /api/devices/:id', 'GET /api/devices/:id/inventory'])
    expect(await server.call(route, { token, params: { id: someId } })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
});
