/** Live sockets of the console follow what their holder may do (ATTACKS.md 28, 37; SPEC.md, User). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LiveClose } from '../../schema/live.ts';
import { createApiToken, createPerson, createPlace, createRole, PASSWORD } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';
import { closeLives, type Live, openLive, ticketOf } from './live.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await createPerson(server.db); // another administrator
});
afterEach(closeLives);
afterAll(() => server.stop());

const open = async (token: string) => openLive(server.url, await ticketOf(server, token));
/** Open, or the code that it was closed with. */
const standing = ({ closed }: Live) => Promise.race([closed, Promise.resolve('open')]);

/** Somebody with a role and a scope of their own, a session with a socket and a bound token with one. */
async function connected() {
  const { client_id } = await createPlace(server.db);
  const person = await createPerson(server.db, {
    permissions: ['jobs.view'],
    scopes: [{ scope_type: 'client', scope_id: client_id }],
    password: PASSWORD,
  });
  const bound = await createApiToken(server.db, { role: person.role, userId: person.id });
  const [session] = await server.db.sql<{ id: string }[]>`select id from sessions where user_id = ${person.id}`;
  return {
    ...{ person, client_id, bound, sessionId: session?.id ?? '' },
    bySession: await open(person.token),
    byToken: await open(bound.token),
  };
}
type Connected = Awaited<ReturnType<typeof connected>>;

const both: [string, (who: Connected) => Promise<unknown>][] = [
  ['is disabled', ({ person }) => server.ok('POST /api/users/:id/disable', { params: { id: person.id } })],
  ['is deleted', ({ person }) => server.ok('DELETE /api/users/:id', { params: { id: person.id } })],
  [
    'gets another role',
    ({ person }) => server.ok('PATCH /api/users/:id', { params: { id: person.id }, body: { role: 'readonly' } }),
  ],
  [
    'gets another scope',
    ({ person }) => server.ok('PUT /api/users/:id/scopes', { params: { id: person.id }, body: { scopes: [] } }),
  ],
  [
    'has a role that changes',
    ({ person }) => server.ok('PUT /api/roles/:key', { params: { key: person.role }, body: { permissions: [] } }),
  ],
  [
    'loses the last of its scope',
    ({ client_id }) => server.ok('DELETE /api/clients/:id', { params: { id: client_id } }),
  ],
];

test.each(both)('the sockets of an account close when it %s, those of its tokens too', async (_, happen) => {
  const who = await connected();
  const other = await open((await createPerson(server.db)).token);
  await happen(who);
  expect([await who.bySession.closed, await who.byToken.closed]).toEqual([
    LiveClose.accessChanged,
    LiveClose.accessChanged,
  ]);
  expect(await standing(other)).toBe('open');
});

const one: [string, (who: Connected) => Promise<unknown>, 'bySession' | 'byToken', 'bySession' | 'byToken'][] = [
  [
    'a session is revoked',
    ({ person, sessionId }) =>
      server.ok('DELETE /api/me/sessions/:id', { token: person.token, params: { id: sessionId } }),
    'bySession',
    'byToken',
  ],
  [
    'its owner signs out',
    ({ person }) => server.ok('POST /api/auth/logout', { token: person.token }),
    'bySession',
    'byToken',
  ],
  [
    'a token is revoked',
    ({ bound }) => server.ok('DELETE /api/api-tokens/:id', { params: { id: bound.id } }),
    'byToken',
    'bySession',
  ],
  [
    'the role of a token changes',
    async ({ bound }) => {
      const key = await createRole(server.db, ['jobs.view']);
      await server.db.sql`update api_tokens set role_key = ${key} where id = ${bound.id}`;
      await server.ok('PUT /api/roles/:key', { params: { key }, body: { permissions: [] } });
    },
    'byToken',
    'bySession',
  ],
];

test.each(one)('when %s, its own socket closes and no other of the account', async (_, happen, closes, stays) => {
  const who = await connected();
  await happen(who);
  expect(await who[closes].closed).toBe(LiveClose.accessChanged);
  expect(await standing(who[stays])).toBe('open');
});

test('a change of the password closes the sockets of other sessions, and not the one it came from', async () => {
  const who = await connected();
  const body = { username: who.person.username, password: PASSWORD };
  const { token } = await server.ok('POST /api/auth/login', { token: null, body });
  const here = await open(token);
  const change = { current_password: PASSWORD, new_password: 'Another-Horse-Battery-8' };
  await server.ok('POST /api/me/password', { token, body: change });
  expect(await who.bySession.closed).toBe(LiveClose.accessChanged);
  expect(await standing(here)).toBe('open');
});

test('a ticket from before the account was disabled opens nothing, and enabling it lets its tokens open again', async () => {
  const { person, bound } = await connected();
  const tickets = [await ticketOf(server, person.token), await ticketOf(server, bound.token)];
  await server.ok('POST /api/users/:id/disable', { params: { id: person.id } });
  for (const ticket of tickets) await expect(openLive(server.url, ticket)).rejects.toThrow('401');
  await server.ok('POST /api/users/:id/enable', { params: { id: person.id } });
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(401);
  expect((await open(bound.token)).socket.readyState).toBe(1);
});

test('a socket does not open when access changed while its ticket was being redeemed', async () => {
  const person = await createPerson(server.db);
  const ticket = await ticketOf(server, person.token);
  const { sql } = server.db;
  let opening: Promise<unknown> | undefined;
  await sql.begin(async (holding) => {
    await holding`select 1 from live_tickets where user_id = ${person.id} for update`;
    opening = openLive(server.url, ticket);
    opening.catch(() => undefined); // looked at below
    const waiting = async () =>
      (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).count;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    server.muster.services.publish([{ type: 'access.changed', userIds: [person.id] }]);
  });
  await expect(opening).rejects.toThrow('401');
});
