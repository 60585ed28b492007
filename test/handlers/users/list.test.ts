/** The list of accounts by page and filter, and one account with names for what it reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function name(id: string, username: string, email: string | null = null): Promise<string> {
  await server.db.sql`update users set username = ${username}, email = ${email} where id = ${id}`;
  return username;
}

const names = async (query: Record<string, string | number>, token?: string) =>
  (await server.ok('GET /api/users', { token, query })).users.map(({ username }) => username);

test('pages go on by name whatever its case, and hold every account once', async () => {
  for (const username of ['page-b', 'Page-A', 'page-d', 'PAGE-c', 'page-e'])
    await name((await createPerson(server.db, { role: 'readonly' })).id, username);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { q: 'page-', limit: 2, ...(cursor && { cursor }) };
    const page = await server.ok('GET /api/users', { query });
    expect(page.users.length).toBeLessThanOrEqual(2);
    seen.push(...page.users.map(({ username }) => username));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual(['Page-A', 'page-b', 'PAGE-c', 'page-d', 'page-e']);
  expect(await server.call('GET /api/users', { query: { cursor: 'nonsense' } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('a search looks in name and address and takes % and _ as they are', async () => {
  const one = await createPerson(server.db, { role: 'readonly' });
  await name(one.id, 'with_underscore', 'Ingrid@Halvorsen.example'.toLowerCase());
  expect(await names({ q: 'HALVORSEN.EX' })).toEqual(['with_underscore']);
  expect(await names({ q: 'h_u' })).toEqual(['with_underscore']);
  expect(await names({ q: 'h%u' })).toEqual([]);
});

test('filters find a role, disabled accounts and those without a second factor', async () => {
  const [tech, off, safe] = await Promise.all(
    ['tech', 'tech', 'readonly'].map((role) => createPerson(server.db, { role })),
  );
  if (!tech || !off || !safe) throw new Error('three were made');
  await name(tech.id, 'filter-tech');
  await name(off.id, 'filter-off');
  await name(safe.id, 'filter-safe');
  await server.db.sql`update users set disabled_at = now() where id = ${off.id}`;
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${safe.id}, 'sealed', now())`;
  await server.db.sql`insert into totp (user_id, pending_secret, pending_at) values (${tech.id}, 'sealed', now())`;
  const q = 'filter-';
  expect(await names({ q, role: 'tech' })).toEqual(['filter-off', 'filter-tech']);
  expect(await names({ q, state: 'disabled' })).toEqual(['filter-off']);
  expect(await names({ q, state: 'enabled', totp_enabled: 'false' })).toEqual(['filter-tech']);
  expect(await names({ q, totp_enabled: 'true' })).toEqual(['filter-safe']);
});

test('one account is read with names for its scope; 404 when it is unknown', async () => {
  const place = await createPlace(server.db, 'Named Ltd');
  const device = await createDevice(server.db, { ...place, hostname: 'named-01' });
  const person = await createPerson(server.db, {
    role: 'tech',
    scopes: [
      { scope_type: 'agent', scope_id: device.id },
      { scope_type: 'client', scope_id: place.client_id },
    ],
  });
  const nowhere = { client_id: null, site_id: null, group_id: null };
  const read = await server.ok('GET /api/users/:id', { params: { id: person.id } });
  expect(read).toMatchObject({ username: person.username, scopes: [{ scope_id: device.id }, {}] });
  expect(read.scope_targets).toEqual([
    { scope_type: 'agent', scope_id: device.id, name: 'named-01', ...place },
    { scope_type: 'client', scope_id: place.client_id, name: 'Named Ltd', ...nowhere, client_id: place.client_id },
  ]);
  expect((await server.call('GET /api/users/:id', { params: { id: crypto.randomUUID() } })).status).toBe(404);
});

test('403 for an account outside the caller’s scope, which finds it by no search either', async () => {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const scope = (id: string) => [{ scope_type: 'client' as const, scope_id: id }];
  const caller = await createPerson(server.db, { scopes: scope(mine.client_id) });
  const inside = await createPerson(server.db, { role: 'tech', scopes: scope(mine.client_id) });
  const outside = await createPerson(server.db, { role: 'tech', scopes: scope(other.client_id) });
  const read = (id: string) => server.call('GET /api/users/:id', { token: caller.token, params: { id } });
  expect((await read(inside.id)).status).toBe(200);
  expect((await read(caller.id)).status).toBe(200);
  expect(await read(outside.id)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  expect(await names({ q: outside.username }, caller.token)).toEqual([]);
  expect(await names({ q: inside.username }, caller.token)).toEqual([inside.username]);
});
