import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, createPlace, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let anna: Person;
let berta: Person;
const names = Array.from({ length: 12 }, (_, n) => `Audited ${n}`);
const ids: string[] = [];
beforeAll(async () => {
  server = await startServer();
  [anna, berta] = [await createPerson(server.db), await createPerson(server.db)];
  for (const [n, name] of names.entries())
    ids.push((await server.ok('POST /api/clients', { token: n % 3 ? anna.token : berta.token, body: { name } })).id);
  await server.ok('PATCH /api/clients/:id', {
    token: berta.token,
    params: { id: ids[0] ?? '' },
    body: { name: 'Renamed' },
  });
});
afterAll(() => server.stop());

const audit = (query: Record<string, string | number> = {}) => server.ok('GET /api/audit', { query });
const targets = (page: Awaited<ReturnType<typeof audit>>) => page.entries.map(({ target }) => target?.name);
const newest = ['Renamed', ...names.toReversed()];

test('an entry says who, what, to what, when and from where', async () => {
  const { entries, ...page } = await audit();
  expect(page).toEqual({ total: 13, limit: 200, offset: 0 });
  expect(entries[0]).toMatchObject({
    actor: { kind: 'user', id: berta.id, name: berta.username },
    action: 'client.rename',
    target: { kind: 'client', id: ids[0], name: 'Renamed' },
    outcome: 'success',
    details: { from: 'Audited 0' },
    ip: '127.0.0.1',
    user_agent: 'node',
  });
  expect(targets({ entries, ...page })).toEqual(newest);
});

test('a refusal without a target has none', async () => {
  const { token, username } = await createPerson(server.db, { role: 'readonly' });
  await server.call('POST /api/clients', { token, body: { name: 'X' } });
  const { entries } = await audit({ actor: username });
  expect(entries).toMatchObject([
    { action: 'client.create', outcome: 'refused', details: { code: 'permission_denied' } },
  ]);
});

describe('pages', () => {
  test('by cursor hold every entry once, newest first, while others are written', async () => {
    const walked: (string | null | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await audit({ action: 'client.create', limit: 5, ...(cursor && { cursor }) });
      expect(page).toMatchObject({ limit: 5, offset: 0 });
      walked.push(...targets(page));
      cursor = page.next_cursor;
      await server.ok('POST /api/clients', { body: { name: `Meanwhile ${walked.length}` } });
    } while (cursor);
    expect(walked.filter((name) => name?.startsWith('Audited') || name === null)).toEqual([
      null, // the refusal of the test before
      ...names.toReversed(),
    ]);
    await server.db.ownerSql`delete from audit_entries where target_name like 'Meanwhile%' or outcome = 'refused'`;
  });

  test('by offset tell the total, and the last has no cursor', async () => {
    const first = await audit({ limit: 5 });
    expect(targets(first)).toEqual(newest.slice(0, 5));
    expect(first).toMatchObject({ total: 13, limit: 5, offset: 0 });
    expect(first.next_cursor).toBeDefined();
    const last = await audit({ limit: 5, offset: 10 });
    expect(targets(last)).toEqual(newest.slice(10));
    expect(last).toMatchObject({ total: 13, offset: 10 });
    expect(last).not.toHaveProperty('next_cursor');
    expect(await audit({ offset: 100 })).toEqual({ entries: [], total: 13, limit: 200, offset: 100 });
  });

  test('entries of one moment are told apart by their id', async () => {
    await server.db.ownerSql`
      insert into audit_entries (at, actor_kind, actor_name, action, outcome)
      select '2020-01-01T00:00:00Z', 'system', 'one-moment', 'job.expire', 'success' from generate_series(1, 7)`;
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await audit({ actor: 'one-moment', limit: 2, ...(cursor && { cursor }) });
      for (const { id } of page.entries) seen.add(id);
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen.size).toBe(7);
    await server.db.ownerSql`delete from audit_entries where actor_name = 'one-moment'`;
  });
});

describe('filters', () => {
  test('by actor: id or name', async () => {
    for (const actor of [anna.id, anna.username]) expect((await audit({ actor })).total).toBe(8);
    expect((await audit({ actor: 'nobody' })).entries).toEqual([]);
  });

  test('by action', async () => {
    expect(targets(await audit({ action: 'client.rename' }))).toEqual(['Renamed']);
  });

  test('by target: id or name', async () => {
    expect(targets(await audit({ target: ids[0] ?? '' }))).toEqual(['Renamed', 'Audited 0']);
    expect(targets(await audit({ target: 'Audited 3' }))).toEqual(['Audited 3']);
  });

  test('together', async () => {
    expect(targets(await audit({ actor: berta.username, action: 'client.create', target: ids[0] ?? '' }))).toEqual([
      'Audited 0',
    ]);
    expect((await audit({ actor: anna.username, target: ids[0] ?? '' })).total).toBe(0);
  });

  test('by time: since is included and until is not, with any offset from UTC', async () => {
    const { entries } = await audit();
    const middle = entries[6]?.at ?? '';
    const until = await audit({ until: middle });
    const since = await audit({ since: middle });
    expect(since.total + until.total).toBe(13);
    expect(since.entries.map(({ at }) => at)).toContain(middle);
    expect(until.entries.map(({ at }) => at)).not.toContain(middle);
    const local = new Date(Date.parse(middle) + 2 * 3600_000).toISOString().replace('Z', '+02:00');
    expect((await audit({ since: local })).total).toBe(since.total);
    expect((await audit({ since: '2099-01-01T00:00:00Z' })).total).toBe(0);
  });
});

const forged = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
test.each<Record<string, string>>([
  { since: 'yesterday' },
  { since: '2026-11-20' },
  { since: '2026-11-20 10:00:00Z' },
  { since: '2026-13-01T00:00:00Z' },
  { since: '0000-01-01T00:00:00Z' },
  { since: '2026-11-20T10:00:00+23:59' },
  { since: '2026-11-20T10:00:00' },
  { until: '1763632800' },
  { until: '' },
  { action: 'client.explode' },
  { actor: '' },
  { limit: '0' },
  { limit: '1001' },
  { offset: '-1' },
  { offset: '1.5' },
  { cursor: 'x' },
  { cursor: forged(['0000-01-01T00:00:00.000Z', '018f0000-0000-7000-8000-000000000000']) },
  { cursor: forged(['2026-01-01T00:00:00.000Z', '018f0000-0000-7000-8000-000000000000']), offset: '5' },
  { page: '2' },
])('400 for %j', async (query) => {
  expect((await server.call('GET /api/audit', { query })).status).toBe(400);
});

describe('facets', () => {
  test('every actor and every action once, people before devices', async () => {
    await server.db.ownerSql`
      insert into audit_entries (actor_kind, actor_name, action, outcome)
      select kind, name, 'device.enroll', 'success'
      from (values ('agent', 'aaa-device'), ('agent', 'zzz-device'), ('agent', 'zzz-device'), ('system', 'scheduler'),
                   ('agent', 'scheduler'), ('api_token', 'Zulu token')) as made (kind, name)`;
    const { actors, actions } = await server.ok('GET /api/audit/facets');
    expect(actions).toEqual(['client.create', 'client.rename', 'device.enroll']);
    const people = [anna.username, berta.username, 'scheduler', 'Zulu token'];
    expect(actors.filter((name) => people.includes(name)).toSorted()).toEqual(people.toSorted());
    expect(actors.slice(-2)).toEqual(['aaa-device', 'zzz-device']);
    expect(new Set(actors).size).toBe(actors.length);
  });

  test('an empty trail has none', async () => {
    const empty = await startServer();
    await empty.db.ownerSql`delete from audit_entries`;
    expect(await empty.ok('GET /api/audit/facets')).toEqual({ actors: [], actions: [] });
    expect(await empty.ok('GET /api/audit')).toEqual({ entries: [], total: 0, limit: 200, offset: 0 });
    await empty.stop();
  });

  test('thousands of devices leave room for every person', async () => {
    await server.db.ownerSql`
      insert into audit_entries (actor_kind, actor_name, action, outcome)
      select 'agent', 'AAA-' || i, 'device.enroll', 'success' from generate_series(1, 3000) i`;
    const { actors } = await server.ok('GET /api/audit/facets');
    expect(actors).toHaveLength(500);
    expect(actors).toEqual(expect.arrayContaining([anna.username, berta.username, 'Zulu token']));
  });
});

test('403 for a caller with a scope, whatever they hold', async () => {
  const { client_id } = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
  for (const route of ['GET /api/audit', 'GET /api/audit/facets'] as const)
    expect(await server.call(route, { token })).toMatchObject({ status: 403, body: { code: 'unscoped_required' } });
});
