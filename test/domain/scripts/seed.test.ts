import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtins } from '../../../domain/scripts/library/index.ts';
import { seedLibrary } from '../../../domain/scripts/seed.ts';
import { readScriptLibrary } from '../../../runtime/script-library.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { createApprovedTask } from './approved-task.ts';

let server: TestServer;
const texts = readScriptLibrary();
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const idOf = async (key: string) => {
  const [row] = await server.db.sql<{ id: string }[]>`select id from scripts where builtin_key = ${key}`;
  return row?.id ?? '';
};
const read = async (key: string) => server.ok('GET /api/scripts/:id', { params: { id: await idOf(key) } });
/** As a later version of Muster brings it. */
const seedWith = (key: string, text: string) => seedLibrary(server.ctx, builtins, new Map([...texts, [key, text]]));

test("a new server has the whole library, marked as Muster's", async () => {
  const { scripts } = await server.ok('GET /api/scripts');
  expect(scripts.filter(({ builtin }) => builtin)).toHaveLength(builtins.length);
  const { versions } = await server.ok('GET /api/scripts/:id/versions', { params: { id: await idOf('disk-usage') } });
  expect(versions).toMatchObject([{ version: 1, changed_by: { kind: 'system', name: 'Muster' } }]);
});

test('a second start writes nothing', async () => {
  expect(await seedLibrary(server.ctx, builtins, texts)).toEqual({ added: 0, updated: 0 });
});

test('a later version of Muster saves a new version of what nobody edited, where people filed it', async () => {
  await server.ok('PUT /api/script-categories/:name', { params: { name: 'Services' }, body: { name: 'Daemons' } });
  expect(await seedWith('service-restart', 'echo newer')).toEqual({ added: 0, updated: 1 });
  expect(await read('service-restart')).toMatchObject({ version: 2, body: 'echo newer', category: 'Daemons' });
});

test('what somebody edited stays as it is', async () => {
  await server.ok('PUT /api/scripts/:id', { params: { id: await idOf('time-sync') }, body: { body: 'echo mine' } });
  expect(await seedWith('time-sync', 'echo newer')).toMatchObject({ added: 0 });
  expect(await read('time-sync')).toMatchObject({ version: 2, body: 'echo mine' });
});

test('what somebody deleted stays deleted', async () => {
  await server.ok('DELETE /api/scripts/:id', { params: { id: await idOf('flush-dns') } });
  await seedWith('flush-dns', 'echo newer');
  await seedLibrary(server.ctx, builtins, texts);
  expect(await idOf('flush-dns')).toBe('');
});

test('a newer text puts a task that runs it back to waiting', async () => {
  const task = await createApprovedTask(server, await idOf('listening-ports'));
  expect(await task.state()).toBe('approved');
  await seedWith('listening-ports', 'echo newer');
  expect(await task.state()).toBe('waiting');
});
