/** Who may manage whom: permission × path, and scope × scope (ATTACKS.md 33, 36, 38). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Permission, permissionKeys } from '../../../schema/permissions.ts';
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

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await createPerson(server.db); // an administrator that no test touches
});
afterAll(() => server.stop());

let names = 0;
const newName = (what: string) => `${what}-${++names}`;

interface Target {
  stronger: Person;
  weak: Person;
  /** Holds the permission that the caller lacks. */
  role: string;
  unused: string;
  tokenId: string;
}

async function createTarget(permission: Permission): Promise<Target> {
  const stronger = await createPerson(server.db, { permissions: [permission] });
  const weak = await createPerson(server.db, { permissions: [] });
  const { id: tokenId } = await createApiToken(server.db, { role: stronger.role });
  return { stronger, weak, role: stronger.role, unused: await createRole(server.db, [permission]), tokenId };
}

interface Path {
  name: string;
  call: string;
  params?: (target: Target) => Record<string, string>;
  body?: (target: Target, permission: Permission) => unknown;
}

/** Every way to hand out a permission, or to act on an account, role or token that has it. */
const paths: Path[] = [
  {
    name: 'create an account with the role',
    call: 'POST /api/users',
    body: ({ role }) => ({ username: newName('made'), password: PASSWORD, role }),
  },
  {
    name: 'give an account the role',
    call: 'PATCH /api/users/:id',
    params: ({ weak }) => ({ id: weak.id }),
    body: ({ role }) => ({ role }),
  },
  {
    name: 'take the role from an account',
    call: 'PATCH /api/users/:id',
    params: ({ stronger }) => ({ id: stronger.id }),
    body: ({ weak }) => ({ role: weak.role }),
  },
  {
    name: 'scope the account',
    call: 'PUT /api/users/:id/scopes',
    params: ({ stronger }) => ({ id: stronger.id }),
    body: () => ({ scopes: [] }),
  },
  { name: 'disable the account', call: 'POST /api/users/:id/disable', params: ({ stronger }) => ({ id: stronger.id }) },
  {
    name: 'change the address of the account',
    call: 'PUT /api/users/:id/email',
    params: ({ stronger }) => ({ id: stronger.id }),
    body: () => ({ email: `${newName('taken')}@over.example` }),
  },
  {
    name: 'clear the address of the account',
    call: 'PUT /api/users/:id/email',
    params: ({ stronger }) => ({ id: stronger.id }),
    body: () => ({ email: '' }),
  },
  { name: 'enable the account', call: 'POST /api/users/:id/enable', params: ({ stronger }) => ({ id: stronger.id }) },
  {
    name: 'issue a token with the role',
    call: 'POST /api/api-tokens',
    body: ({ role }) => ({ name: newName('token'), role }),
  },
  {
    name: 'issue a token for the account',
    call: 'POST /api/api-tokens',
    body: ({ stronger, weak }) => ({ name: newName('token'), role: weak.role, user_id: stronger.id }),
  },
  {
    name: 'revoke a token with the role',
    call: 'DELETE /api/api-tokens/:id',
    params: ({ tokenId }) => ({ id: tokenId }),
  },
  {
    name: 'create a role with the permission',
    call: 'POST /api/roles',
    body: (_, permission) => ({ key: newName('made'), name: 'Made', permissions: [permission] }),
  },
  {
    name: 'add the permission to a role',
    call: 'PUT /api/roles/:key',
    params: ({ weak }) => ({ key: weak.role }),
    body: (_, permission) => ({ permissions: [permission] }),
  },
  {
    name: 'rename a role that has the permission',
    call: 'PUT /api/roles/:key',
    params: ({ role }) => ({ key: role }),
    body: () => ({ name: 'Renamed' }),
  },
  {
    name: 'take the permission from a role',
    call: 'PUT /api/roles/:key',
    params: ({ role }) => ({ key: role }),
    body: () => ({ permissions: [] }),
  },
  { name: 'delete a role that has it', call: 'DELETE /api/roles/:key', params: ({ unused }) => ({ key: unused }) },
  { name: 'delete the account', call: 'DELETE /api/users/:id', params: ({ stronger }) => ({ id: stronger.id }) },
];

const follow = ({ call, params, body }: Path, target: Target, permission: Permission, token: string) =>
  server.call(call, { token, params: params?.(target), body: body?.(target, permission) });

/** Everything that says who may do what. */
async function standing() {
  const [row] = await server.db.sql`
    select (select jsonb_agg(to_jsonb(r) - 'updated_at' order by r.key) from roles r) as roles,
           (select jsonb_agg(to_jsonb(u) - 'updated_at' order by u.id) from users u) as users,
           (select jsonb_agg(to_jsonb(x) order by x.user_id, x.scope_id) from user_scopes x) as scopes,
           (select jsonb_agg(to_jsonb(t) - 'last_used_at' order by t.id) from api_tokens t) as tokens`;
  return row;
}

const gates: Record<string, Permission> = {
  users: 'users.manage',
  roles: 'roles.manage',
  'api-tokens': 'api_tokens.manage',
};
/** The permissions without which the path is closed, whoever it is about. */
const gatesOf = (call: string): (Permission | undefined)[] => [
  gates[call.split('/')[2] ?? ''],
  call.endsWith('/email') ? 'users.email.manage' : undefined,
];

test.each(permissionKeys)(
  'without %s a caller that holds all else neither grants it nor touches what has it',
  async (permission) => {
    const rest = permissionKeys.filter((key) => key !== permission);
    const caller = await createPerson(server.db, { permissions: rest });
    const bound = await createApiToken(server.db, { role: caller.role, userId: caller.id });
    const target = await createTarget(permission);
    const before = await standing();
    for (const token of [caller.token, bound.token])
      for (const path of paths) {
        const answer = await follow(path, target, permission, token);
        const code = gatesOf(path.call).includes(permission) ? 'permission_denied' : 'exceeds_permissions';
        expect({ path: path.name, status: answer.status, code: answer.body?.code }).toEqual({
          path: path.name,
          status: 403,
          code,
        });
      }
    expect(await standing()).toEqual(before);
  },
);

test.each(paths)('with every permission a caller may $name', async (path) => {
  const caller = await createPerson(server.db, { permissions: permissionKeys });
  const answer = await follow(path, await createTarget('jobs.view'), 'jobs.view', caller.token);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
});

test('nobody promotes themselves by role, role edit, scope or token', async () => {
  const caller = await createPerson(server.db, { permissions: ['users.manage', 'roles.manage', 'api_tokens.manage'] });
  const { token, id, role } = caller;
  const before = await standing();
  for (const [call, params, body] of [
    ['PATCH /api/users/:id', { id }, { role: 'admin' }],
    ['PATCH /api/users/:id', { id }, { role: 'tech' }],
    ['PUT /api/roles/:key', { key: role }, { permissions: ['users.manage', 'roles.manage', 'settings.manage'] }],
    ['POST /api/api-tokens', undefined, { name: 'x', role: 'admin' }],
    ['POST /api/api-tokens', undefined, { name: 'x', role: 'admin', user_id: id }],
  ] as const)
    expect((await server.call(call, { token, params, body })).status).toBe(403);
  expect(await standing()).toEqual(before);
});

const levels: ScopeType[] = ['client', 'site', 'group', 'agent'];

async function createTree() {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, place);
  const ids = { client: place.client_id, site: place.site_id, group: place.group_id, agent: device.id };
  return (scope_type: ScopeType): ScopeRow => ({ scope_type, scope_id: ids[scope_type] });
}

const sees = async (token: string, id: string) =>
  (await server.ok('GET /api/users', { token })).users.some((user) => user.id === id);

/** What a scoped caller may do with somebody who has these scopes: all of it or nothing. */
async function manages(caller: Person, scopes: ScopeRow[]): Promise<boolean> {
  const person = await createPerson(server.db, { permissions: ['jobs.view'], scopes });
  const to = { token: caller.token, params: { id: person.id } };
  const answers = [
    await server.call('GET /api/users/:id/scopes', to),
    await server.call('POST /api/users/:id/disable', to),
    await server.call('POST /api/users/:id/enable', to),
    await server.call('PATCH /api/users/:id', { ...to, body: { role: person.role } }),
    await server.call('PUT /api/users/:id/scopes', { ...to, body: { scopes } }),
    await server.call('DELETE /api/users/:id', to),
  ].map(({ status }) => status);
  const all = answers.every((status) => status < 300);
  if (!all) {
    expect(answers, JSON.stringify(scopes)).toEqual(Array(6).fill(403));
    expect(await sees(caller.token, person.id)).toBe(false);
  }
  return all;
}

test.each(levels.flatMap((own) => levels.map((theirs) => ({ own, theirs }))))(
  'scoped to a $own: an account scoped to its $theirs is managed if that lies inside, others never',
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
