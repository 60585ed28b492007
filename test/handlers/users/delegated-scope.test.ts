/** Whom a scoped caller manages, and what scope it grants: scope × scope × path (ATTACKS.md 33, 36). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../../handlers/index.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import type { ScopeRow, ScopeType } from '../../../schema/users.ts';
import {
  createApiToken,
  createDevice,
  createPerson,
  createPlace,
  createRole,
  PASSWORD,
  type Person,
} from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { newName } from './account-paths.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_SMTP_URL: 'smtp://127.0.0.1:1', RMM_SMTP_FROM: 'muster@example.test' });
});
afterAll(() => server.stop());

const levels: ScopeType[] = ['client', 'site', 'group', 'agent'];

async function createTree() {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, place);
  const ids = { client: place.client_id, site: place.site_id, group: place.group_id, agent: device.id };
  return (scope_type: ScopeType): ScopeRow => ({ scope_type, scope_id: ids[scope_type] });
}

const sees = async (token: string, id: string) =>
  (await server.ok('GET /api/users', { token })).users.some((user) => user.id === id);

/** Every endpoint about one account, in an order in which each may succeed; a new one is put in before the deletion. */
const accountCalls: Record<string, (person: Person, scopes: ScopeRow[]) => unknown> = {
  'GET /api/users/:id': () => undefined,
  'GET /api/users/:id/scopes': () => undefined,
  'POST /api/users/:id/email/verify': () => undefined,
  'PUT /api/users/:id/email': ({ username }) => ({ email: `${username}@elsewhere.test` }),
  'PUT /api/users/:id/password': () => ({ password: PASSWORD }),
  'POST /api/users/:id/2fa/reset': () => undefined,
  'DELETE /api/users/:id/sso': () => undefined,
  'POST /api/users/:id/disable': () => undefined,
  'POST /api/users/:id/enable': () => undefined,
  'PATCH /api/users/:id': ({ role }) => ({ role }),
  'PUT /api/users/:id/scopes': (_, scopes) => ({ scopes }),
  'DELETE /api/users/:id': () => undefined,
};

test('every endpoint about one account is in the matrix', () => {
  const known: string[] = endpoints.map(({ route }) => route).filter((route) => route.includes('/api/users/:id'));
  expect(Object.keys(accountCalls).toSorted()).toEqual(known.toSorted());
});

/** What a scoped caller may do with somebody who has these scopes: all of it or nothing. */
async function manages(caller: Person, scopes: ScopeRow[]): Promise<boolean> {
  const person = await createPerson(server.db, { permissions: ['jobs.view'], scopes });
  const email = `${person.username}@example.test`;
  await server.db.sql`update users set email = ${email}, password_hash = 'x' where id = ${person.id}`;
  await server.db.sql`
    insert into sso_identities (user_id, issuer, subject) values (${person.id}, 'https://idp.test', ${person.id})`;
  const answers: [string, number][] = [];
  for (const [route, bodyOf] of Object.entries(accountCalls)) {
    const sent = { token: caller.token, params: { id: person.id }, body: bodyOf(person, scopes) };
    answers.push([route, (await server.call(route, sent)).status]);
  }
  const all = answers.every(([, status]) => status < 300);
  if (!all) {
    expect(answers, JSON.stringify(scopes)).toEqual(Object.keys(accountCalls).map((route) => [route, 403]));
    expect(await sees(caller.token, person.id)).toBe(false);
  }
  return all;
}

test.each(levels.flatMap((own) => levels.map((theirs) => ({ own, theirs }))))(
  'scoped to a $own: an account scoped to its $theirs is managed if that lies inside, others never',
  { timeout: 90_000 },
  async ({ own, theirs }) => {
    const [here, elsewhere] = [await createTree(), await createTree()];
    const caller = await createPerson(server.db, { permissions: permissionKeys, scopes: [here(own)] });
    const inside = levels.indexOf(own) <= levels.indexOf(theirs);
    expect(await manages(caller, [here(theirs)])).toBe(inside);
    expect(await manages(caller, [elsewhere(theirs)])).toBe(false);
    expect(await manages(caller, [here(theirs), elsewhere(theirs)])).toBe(false);
  },
);

test.each(levels.flatMap((own) => levels.map((granted) => ({ own, granted }))))(
  'scoped to a $own: a $granted is granted if it lies inside, to new and to known accounts',
  { timeout: 90_000 },
  async ({ own, granted }) => {
    const [here, elsewhere] = [await createTree(), await createTree()];
    const { token } = await createPerson(server.db, { permissions: permissionKeys, scopes: [here(own)] });
    const role = await createRole(server.db, ['jobs.view']);
    const grant = async (scopes: ScopeRow[]) => {
      const known = await createPerson(server.db, { role, scopes: [here(own)] });
      const body = { username: newName('made'), password: PASSWORD, role, scopes };
      const made = await server.call('POST /api/users', { token, body });
      const set = await server.call('PUT /api/users/:id/scopes', { token, params: { id: known.id }, body: { scopes } });
      return [made.status, set.status];
    };
    const inside = levels.indexOf(own) <= levels.indexOf(granted);
    expect(await grant([here(granted)])).toEqual(inside ? [201, 200] : [403, 403]);
    expect(await grant([elsewhere(granted)])).toEqual([403, 403]);
    expect(await grant([here(own), elsewhere(granted)])).toEqual([403, 403]);
    expect(await grant([])).toEqual([403, 403]);
  },
);

test('a scoped caller does not manage unrestricted accounts, nor ones whose scope target is gone', async () => {
  const here = await createTree();
  const caller = await createPerson(server.db, { permissions: permissionKeys, scopes: [here('client')] });
  expect(await manages(caller, [])).toBe(false);
  const left = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: crypto.randomUUID() }] });
  expect(await sees(caller.token, left.id)).toBe(false);
  const to = { token: caller.token, params: { id: left.id } };
  expect(await server.call('POST /api/users/:id/disable', to)).toMatchObject({ body: { code: 'out_of_scope' } });
  const body = { scopes: [here('client')] };
  expect(await server.call('PUT /api/users/:id/scopes', { ...to, body })).toMatchObject({
    body: { code: 'out_of_scope' },
  });
});

test('a scoped caller sees those it may manage and itself, not the stronger ones of its own company', async () => {
  const here = await createTree();
  const caller = await createPerson(server.db, {
    permissions: ['users.manage', 'jobs.view'],
    scopes: [here('client')],
  });
  const equal = await createPerson(server.db, { permissions: ['jobs.view'], scopes: [here('site')] });
  const stronger = await createPerson(server.db, { permissions: ['jobs.manage'], scopes: [here('site')] });
  const { users } = await server.ok('GET /api/users', { token: caller.token });
  expect(users.map(({ id }) => id).sort()).toEqual([caller.id, equal.id].sort());
  expect(
    await server.call('GET /api/users/:id/scopes', { token: caller.token, params: { id: stronger.id } }),
  ).toMatchObject({
    status: 403,
    body: { code: 'out_of_scope' },
  });
});

test('a scoped administrator hands out roles, but not the admin role', async () => {
  const here = await createTree();
  const scopes = [here('client')];
  const { token } = await createPerson(server.db, { role: 'admin', scopes });
  const person = await createPerson(server.db, { role: 'readonly', scopes });
  const to = { token, params: { id: person.id } };
  expect((await server.call('PATCH /api/users/:id', { ...to, body: { role: 'tech' } })).status).toBe(200);
  expect(await server.call('PATCH /api/users/:id', { ...to, body: { role: 'admin' } })).toMatchObject({
    status: 403,
    body: { code: 'admin_role' },
  });
  const body = { username: newName('made'), password: PASSWORD, role: 'admin', scopes };
  expect(await server.call('POST /api/users', { token, body })).toMatchObject({
    status: 403,
    body: { code: 'admin_role' },
  });
});

test('a scoped caller neither widens its own scope nor makes itself unrestricted', async () => {
  const [here, elsewhere] = [await createTree(), await createTree()];
  const caller = await createPerson(server.db, { permissions: permissionKeys, scopes: [here('site')] });
  const set = (scopes: ScopeRow[]) =>
    server.call('PUT /api/users/:id/scopes', { token: caller.token, params: { id: caller.id }, body: { scopes } });
  for (const scopes of [[], [here('client')], [elsewhere('site')], [here('site'), elsewhere('agent')]])
    expect((await set(scopes)).status).toBe(403);
  expect((await set([here('group')])).status).toBe(200);
});

test('a token bound to a scoped user is scoped like the user', async () => {
  const [here, elsewhere] = [await createTree(), await createTree()];
  const owner = await createPerson(server.db, { permissions: permissionKeys, scopes: [here('client')] });
  const bound = await createApiToken(server.db, { role: owner.role, userId: owner.id });
  expect(await manages({ ...owner, token: bound.token }, [here('site')])).toBe(true);
  expect(await manages({ ...owner, token: bound.token }, [elsewhere('site')])).toBe(false);
});

test('a scoped caller issues tokens for itself alone, with no more than it has, and revokes its own alone', async () => {
  const here = await createTree();
  const scopes = [here('client')];
  const caller = await createPerson(server.db, { permissions: ['api_tokens.manage', 'jobs.view'], scopes });
  const [weaker, wider] = [await createRole(server.db, ['jobs.view']), await createRole(server.db, ['jobs.manage'])];
  const inside = await createPerson(server.db, { role: weaker, scopes });
  const issue = (role: string, user_id?: string) =>
    server.call('POST /api/api-tokens', { token: caller.token, body: { name: newName('token'), role, user_id } });
  expect((await issue(weaker, caller.id)).status).toBe(201);
  for (const [role, userId, code] of [
    [weaker, undefined, 'own_tokens_only'],
    [weaker, inside.id, 'own_tokens_only'],
    [wider, caller.id, 'exceeds_permissions'],
    ['admin', caller.id, 'admin_role'],
  ] as const)
    expect(await issue(role, userId)).toMatchObject({ status: 403, body: { code } });
  for (const userId of [null, inside.id]) {
    const { id } = await createApiToken(server.db, { role: weaker, userId });
    const answer = await server.call('DELETE /api/api-tokens/:id', { token: caller.token, params: { id } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  }
});
