import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const file = async (category: string) =>
  (await server.ok('POST /api/scripts', { body: { name: 'Filed', shell: 'sh', body: 'true', category } })).id;
const categoryOf = async (id: string) => (await server.ok('GET /api/scripts/:id', { params: { id } })).category;
const register = (name: string) => server.call('POST /api/script-categories', { body: { name } });
const rename = (from: string, to: string) =>
  server.call('PUT /api/script-categories/:name', { params: { name: from }, body: { name: to } });
const remove = (name: string) => server.call('DELETE /api/script-categories/:name', { params: { name } });
/** Those whose name begins with it. */
const listed = async (prefix: string) =>
  (await server.ok('GET /api/script-categories')).categories.filter(({ name }) => name.startsWith(prefix));

test('registered categories and those that only scripts name are listed with counts', async () => {
  await register('L empty');
  await file('L used');
  await file('l USED');
  await register('L both');
  await file('L both');
  expect(await listed('L ')).toEqual([
    { name: 'L both', count: 1 },
    { name: 'L empty', count: 0 },
    { name: 'L used', count: 2 },
  ]);
});

test('409 for a name that is registered, compared without case', async () => {
  expect((await register('Taken')).status).toBe(201);
  expect(await register(' tAKEN ')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  const racing = await Promise.all(['race', 'Race', 'RACE'].map(register));
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('registering a category that scripts name already takes them in', async () => {
  const id = await file('adopted');
  expect((await register('Adopted')).body).toEqual({ name: 'Adopted', count: 1 });
  expect(await categoryOf(id)).toBe('Adopted');
});

test('a rename takes every script along, whatever the case, and makes no version', async () => {
  await register('Old name');
  const ids = [await file('Old name'), await file('OLD NAME')];
  expect((await rename('old NAME', 'New name')).body).toEqual({ name: 'New name', count: 2 });
  for (const id of ids) {
    expect(await categoryOf(id)).toBe('New name');
    expect((await server.ok('GET /api/scripts/:id', { params: { id } })).version).toBe(1);
  }
  expect(await listed('Old')).toEqual([]);
  expect((await rename('New name', 'nEW name')).body).toEqual({ name: 'nEW name', count: 2 });
});

test('onto a name in use both become one, registered or not, spelled as that one is', async () => {
  await register('M one');
  await register('M two');
  const ids = [await file('M one'), await file('M two'), await file('M three')];
  expect((await rename('M one', 'm TWO')).body).toEqual({ name: 'M two', count: 2 });
  expect((await rename('M two', 'm three')).body).toEqual({ name: 'M three', count: 3 });
  for (const id of ids) expect(await categoryOf(id)).toBe('M three');
  expect(await listed('M ')).toEqual([{ name: 'M three', count: 3 }]);
  const trail = await server.db.sql`
    select details from audit_entries where action = 'script.category.rename' and details ->> 'from' like 'M %' order by id`;
  expect(trail.map(({ details }) => details)).toEqual([
    { from: 'M one', scripts: 1, merged: true },
    { from: 'M two', scripts: 2, merged: true },
  ]);
});

test('deleting one keeps its scripts, uncategorized', async () => {
  await register('Gone');
  const id = await file('gone');
  expect((await remove('GONE')).status).toBe(204);
  expect(await categoryOf(id)).toBe('');
  expect(await listed('Gone')).toEqual([]);
  const unregistered = await file('Only used');
  expect((await remove('only used')).status).toBe(204);
  expect(await categoryOf(unregistered)).toBe('');
});

test('404 for a category that is neither registered nor used', async () => {
  for (const answer of [await rename('Nowhere', 'Somewhere'), await remove('Nowhere')])
    expect(answer).toMatchObject({ status: 404, body: { code: 'category_not_found' } });
});

test.each(['a/b', '100 %', '%2F', 'ü ß', '...', 'a?b#c', 'rename'])('the name %s works in the path', async (name) => {
  const id = await file(name);
  const renamed = await rename(name, `${name} renamed`);
  expect(renamed.body).toEqual({ name: `${name} renamed`, count: 1 });
  expect(await categoryOf(id)).toBe(`${name} renamed`);
  expect((await remove(`${name} renamed`)).status).toBe(204);
});

test.each(['..', '.', ' '])('400 for %j, which no path could name', async (name) => {
  expect((await register(name)).status).toBe(400);
});

test('renames that cross, and scripts saved meanwhile, leave no script under a name that went', async () => {
  await register('X a');
  await register('X b');
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => file(i % 2 ? 'X a' : 'X b')));
  await Promise.all([
    rename('X a', 'X c'),
    rename('X b', 'X c'),
    ...ids.map((id) => server.call('PUT /api/scripts/:id', { params: { id }, body: { body: 'false' } })),
  ]);
  expect(await listed('X ')).toEqual([{ name: 'X c', count: 10 }]);
});
