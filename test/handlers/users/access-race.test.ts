/** A request that waits while its caller loses access does nothing (ATTACKS.md 36): what it makes would outlive the caller. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../../domain/tokens.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import { createApiToken, createPerson, createPlace, PASSWORD, type Person } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';
import { meanwhile } from './meanwhile.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const caller = () => createPerson(server.db, { permissions: permissionKeys });

const losses: [string, (person: Person) => Promise<unknown>, number, string][] = [
  [
    'is disabled',
    ({ id }) => server.db.sql`update users set disabled_at = now() where id = ${id}`,
    401,
    'unauthorized',
  ],
  [
    'is signed out',
    ({ token }) => server.db.sql`delete from sessions where token_hash = ${hashToken(token)}`,
    401,
    'unauthorized',
  ],
  ['is demoted', ({ id }) => server.db.sql`update users set role_key = 'tech' where id = ${id}`, 409, 'access_changed'],
  [
    'loses a permission of its role',
    ({ role }) => server.db.sql`update roles set permissions = '{api_tokens.manage,users.manage}' where key = ${role}`,
    409,
    'access_changed',
  ],
  [
    'is scoped',
    async ({ id }) => {
      const { client_id } = await createPlace(server.db);
      await server.db
        .sql`insert into user_scopes (user_id, scope_type, scope_id) values (${id}, 'client', ${client_id})`;
    },
    409,
    'access_changed',
  ],
];

test.each(losses)(
  'neither token nor account comes of a request whose caller %s while it waits',
  async (_, lose, status, code) => {
    for (const begin of [
      (token: string) => server.call('POST /api/api-tokens', { token, body: { name: 'outlives me', role: 'tech' } }),
      (token: string) =>
        server.call('POST /api/users', { token, body: { username: 'outlives-me', password: PASSWORD, role: 'tech' } }),
    ]) {
      const person = await caller();
      const answer = await meanwhile(
        server,
        () => begin(person.token),
        () => lose(person),
      );
      expect(answer).toMatchObject({ status, body: { code } });
    }
    const made = await server.db.sql`
    select name from api_tokens where name = 'outlives me' union all select username from users where username = 'outlives-me'`;
    expect(made).toEqual([]);
  },
);

test('the same for a token that is revoked, and none the worse for whoever kept all of it', async () => {
  const issue = (token: string) => () =>
    server.call('POST /api/api-tokens', { token, body: { name: 'made while waiting', role: 'tech' } });
  const revoked = await createApiToken(server.db);
  const gone = () => server.db.sql`delete from api_tokens where id = ${revoked.id}`;
  expect((await meanwhile(server, issue(revoked.token), gone)).status).toBe(401);
  const person = await caller();
  const bound = await createApiToken(server.db, { userId: person.id });
  for (const token of [person.token, bound.token, ADMIN_TOKEN])
    expect((await meanwhile(server, issue(token), async () => undefined)).status).toBe(201);
});
