/** An instance keeps one enabled administrator without scope, whoever races for it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, createPlace, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let clientId: string;
beforeAll(async () => {
  server = await startServer();
  clientId = (await createPlace(server.db)).client_id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`delete from users`;
});

const ways = ['disable', 'delete', 'demote', 'scope'] as const;
type Way = (typeof ways)[number];

function remove(way: Way, { id }: Person, token?: string) {
  const to = { token, params: { id } };
  if (way === 'disable') return server.call('POST /api/users/:id/disable', to);
  if (way === 'delete') return server.call('DELETE /api/users/:id', to);
  if (way === 'demote') return server.call('PATCH /api/users/:id', { ...to, body: { role: 'tech' } });
  const body = { scopes: [{ scope_type: 'client', scope_id: clientId }] };
  return server.call('PUT /api/users/:id/scopes', { ...to, body });
}

const admins = async () =>
  (
    await server.db.sql`
      select 1 from users u where role_key = 'admin' and disabled_at is null
      and not exists (select 1 from user_scopes x where x.user_id = u.id)`
  ).count;

test.each(ways)('409 for whoever would %s the last one', async (way) => {
  const last = await createPerson(server.db);
  await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: clientId }] });
  const disabled = await createPerson(server.db);
  await server.db.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  expect(await remove(way, last)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  expect(await admins()).toBe(1);
});

test.each(ways)('the last one cannot %s itself away either', async (way) => {
  const last = await createPerson(server.db);
  expect(await remove(way, last, last.token)).toMatchObject({ status: 409 });
  expect(await admins()).toBe(1);
});

test.each(ways.flatMap((one) => ways.map((other) => ({ one, other }))))(
  'of two that are removed at once, by $one and by $other, one stays',
  async ({ one, other }) => {
    const [first, second] = [await createPerson(server.db), await createPerson(server.db)];
    const answers = await Promise.all([remove(one, first), remove(other, second)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'last_admin')).toHaveLength(1);
    expect(await admins()).toBe(1);
  },
);

test('of two that take each other away one stays', async () => {
  const [first, second] = [await createPerson(server.db), await createPerson(server.db)];
  await Promise.all([remove('disable', second, first.token), remove('disable', first, second.token)]);
  expect(await admins()).toBe(1);
});

test('of twenty that are disabled at once one stays', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => createPerson(server.db)));
  const answers = await Promise.all(all.map((person) => remove('disable', person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(await admins()).toBe(1);
});
