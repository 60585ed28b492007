/** Links to CSV files: whose they are, how long they work, and what is in the file (SPEC.md, Audit and export). */
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../schema/permissions.ts';
import { createApiToken, createDevice, createPerson, createPlace, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let here: Place;
let there: Place;
beforeAll(async () => {
  server = await startServer();
  here = await createPlace(server.db);
  there = await createPlace(server.db);
  await createDevice(server.db, { ...here, hostname: 'mine' });
  await createDevice(server.db, { ...there, hostname: 'theirs' });
});
afterAll(() => server.stop());
afterEach(() => {
  server.clock.offsetMs = 0;
});

const link = async (body: unknown, token?: string) => {
  const { url } = await server.ok('POST /api/exports/csv', { body, ...(token && { token }) });
  return new URL(url).searchParams.get('token') ?? '';
};
const download = (exportToken: string, token?: string) =>
  server.call('GET /api/exports/csv', { query: { token: exportToken }, ...(token && { token }) });
const rowsOf = (body: string): Record<string, string>[] => parse(body, { bom: true, columns: true });
const inScope = (scope_id: string) => [{ scope_type: 'client' as const, scope_id }];

test('a link works for five minutes at the address of the console, and trail and file agree on what left', async () => {
  const { token } = await createPerson(server.db);
  const before = Date.now();
  const made = await server.ok('POST /api/exports/csv', { body: { kind: 'inventory' }, token });
  expect(made.url).toMatch(/^http:\/\/console\.test\/api\/exports\/csv\?token=/);
  expect(Math.round((Date.parse(made.expires_at) - before) / 60_000)).toBe(5);
  const { status, body } = await download(new URL(made.url).searchParams.get('token') ?? '', token);
  expect(status).toBe(200);
  expect(rowsOf(body)).toMatchObject([{ hostname: 'mine' }, { hostname: 'theirs' }]);
  const trail = await server.db.sql`
    select action, details, outcome from audit_entries where action like 'export.%' order by at desc, id desc limit 2`;
  expect(trail).toEqual([
    { action: 'export.download', details: { kind: 'inventory' }, outcome: 'success' },
    { action: 'export.create', details: { kind: 'inventory' }, outcome: 'success' },
  ]);
});

test('403 once five minutes are over', async () => {
  const made = await link({ kind: 'machines' });
  server.clock.offsetMs = 5 * 60_000 + 1;
  expect(await download(made)).toMatchObject({ status: 403, body: { code: 'export_link_expired' } });
});

test('403 for another account, for a token of the same person, and for nobody', async () => {
  const owner = await createPerson(server.db);
  const made = await link({ kind: 'machines' }, owner.token);
  const other = await createPerson(server.db);
  const bound = await createApiToken(server.db, { userId: owner.id });
  for (const token of [other.token, bound.token, undefined])
    expect(await download(made, token)).toMatchObject({ status: 403, body: { code: 'export_link_of_another' } });
  expect((await server.call('GET /api/exports/csv', { query: { token: made }, token: null })).status).toBe(401);
  expect((await download(made, owner.token)).status).toBe(200);
});

test('403 after the access scope changed, wider as well as narrower', async () => {
  const { id, token } = await createPerson(server.db, { scopes: inScope(here.client_id) });
  const made = await link({ kind: 'machines' }, token);
  expect(rowsOf((await download(made, token)).body)).toMatchObject([{ hostname: 'mine' }]);
  await server.db
    .sql`insert into user_scopes (user_id, scope_type, scope_id) values (${id}, 'client', ${there.client_id})`;
  expect(await download(made, token)).toMatchObject({ status: 403, body: { code: 'export_scope_changed' } });
  await server.db.sql`delete from user_scopes where user_id = ${id}`;
  expect(await download(made, token)).toMatchObject({ status: 403, body: { code: 'export_scope_changed' } });
});

test('what is in the file is what its owner may see at the download, not at the making', async () => {
  const { id, token } = await createPerson(server.db, { permissions: ['reports.view'] });
  const made = await link({ kind: 'hardware' }, token);
  await server.db.sql`update users set role_key = 'readonly' where id = ${id}`;
  expect(await download(made, token)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  const scoped = await createPerson(server.db, { scopes: inScope(here.client_id) });
  const ofScope = await link({ kind: 'inventory' }, scoped.token);
  const moved = await createDevice(server.db, { ...here, hostname: 'moved' });
  expect(rowsOf((await download(ofScope, scoped.token)).body)).toHaveLength(2);
  await server.db
    .sql`update devices set client_id = ${there.client_id}, site_id = ${there.site_id}, group_id = null where id = ${moved.id}`;
  expect(rowsOf((await download(ofScope, scoped.token)).body)).toHaveLength(1);
});

const rights: [string, Permission[], number][] = [
  ['audit', ['audit.view'], 201],
  ['audit', ['devices.view', 'reports.view', 'patches.view'], 403],
  ['inventory', ['devices.view'], 201],
  ['inventory', ['reports.view'], 403],
  ['machines', ['reports.view'], 201],
  ['machines', ['devices.view', 'patches.view'], 403],
  ['hardware', ['patches.view'], 403],
  ['software', ['reports.view'], 201],
  ['software', ['devices.view'], 403],
  ['compliance', ['patches.view'], 201],
  ['compliance', ['reports.view'], 201],
  ['compliance', ['devices.view'], 403],
];
test.each(rights)('a link to %s with %j: %i', async (kind, permissions, status) => {
  const { token } = await createPerson(server.db, { permissions });
  expect((await server.call('POST /api/exports/csv', { body: { kind }, token })).status).toBe(status);
});

test('the trail is for callers without an access scope', async () => {
  const { token } = await createPerson(server.db, { scopes: inScope(here.client_id) });
  expect(await server.call('POST /api/exports/csv', { body: { kind: 'audit' }, token })).toMatchObject({
    status: 403,
    body: { code: 'unscoped_required' },
  });
});

test('the trail as CSV is what its filters leave, newest first, without a formula in it', async () => {
  await server.db.sql`
    insert into audit_entries (actor_kind, actor_name, action, target_name, outcome, details)
    values ('system', '=HYPERLINK("http://evil")', 'client.create', ${'\tTab'}, 'success', '{"a":"b,\\"c\\""}')`;
  const filters = { actor: '=HYPERLINK("http://evil")' };
  const rows = rowsOf((await download(await link({ kind: 'audit', filters }))).body);
  expect(rows).toMatchObject([
    {
      actor_name: `'=HYPERLINK("http://evil")`,
      action: 'client.create',
      target_name: "'\tTab",
      details: '{"a": "b,\\"c\\""}',
    },
  ]);
  const all = rowsOf((await download(await link({ kind: 'audit' }))).body);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  expect(all.length).toBeGreaterThan(3);
});

test.each([
  ['made up', 'x'],
  ['empty inside', 'v1.a.b.c'],
])('400 for a token that is %s', async (_, token) => {
  expect(await download(token)).toMatchObject({ status: 400, body: { code: 'invalid_export_link' } });
});

test('400 for a token of which a letter was changed', async () => {
  const made = await link({ kind: 'machines' });
  const at = made.length - 10;
  const forged = made.slice(0, at) + (made[at] === 'A' ? 'B' : 'A') + made.slice(at + 1);
  expect(await download(forged)).toMatchObject({ status: 400, body: { code: 'invalid_export_link' } });
});

test('404 and 403 for a place that is none, or not theirs', async () => {
  const filters = { scope: 'client', id: crypto.randomUUID() };
  expect((await server.call('POST /api/exports/csv', { body: { kind: 'machines', filters } })).status).toBe(404);
});

test.each([
  ['a kind that is none', { kind: 'users' }],
  ['filters of another kind', { kind: 'audit', filters: { scope: 'client' } }],
  ['a page', { kind: 'machines', filters: { limit: 5 } }],
])('400 for %s', async (_, body) => {
  expect((await server.call('POST /api/exports/csv', { body })).status).toBe(400);
});

test('a link fits into the head of a request, or is refused while it is made', async () => {
  const text = 'n'.repeat(500);
  const made = await link({ kind: 'software', filters: { name: text, manufacturer: text, q: 'q'.repeat(200) } });
  const headers = { 'user-agent': 'x'.repeat(900) };
  expect((await server.call('GET /api/exports/csv', { query: { token: made }, headers })).status).toBe(200);
  const filters = { name: '漢'.repeat(500), manufacturer: '漢'.repeat(500) };
  expect(await server.call('POST /api/exports/csv', { body: { kind: 'software', filters } })).toMatchObject({
    status: 400,
    body: { code: 'export_filters_too_long' },
  });
});

test('HEAD takes nothing out', async () => {
  const answer = await server.call('HEAD /api/exports/csv', { query: { token: await link({ kind: 'machines' }) } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});
