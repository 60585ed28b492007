/** "Nobody manages an account that holds a permission they lack": permission × path (ATTACKS.md 36, 38). Scope × path: delegated-scope.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../../handlers/index.ts';
import { permissionsOf } from '../../../runtime/access.ts';
import { type Permission, permissionKeys } from '../../../schema/permissions.ts';
import { createApiToken, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { createTarget, type Path, paths, type Target } from './account-paths.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_SMTP_URL: 'smtp://127.0.0.1:1', RMM_SMTP_FROM: 'muster@example.test' });
  await createPerson(server.db); // an administrator that no test touches
});
afterAll(() => server.stop());

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

/** Nobody without these comes as far as the rule. */
const gatesOf = (call: string): Permission[] => {
  const endpoint = endpoints.find(({ route }) => route === call);
  return endpoint ? permissionsOf(endpoint.access) : [];
};

test('every endpoint that changes accounts, roles or tokens is in the matrix', () => {
  const changing: string[] = endpoints
    .map(({ route }) => route)
    .filter((route) => /^(?!GET)\w+ \/api\/(users|roles|api-tokens)(\/|$)/.test(route));
  const tried = paths.map(({ call }) => call);
  expect(
    changing.filter((route) => !tried.includes(route)),
    'add these to test/handlers/users/account-paths.ts',
  ).toEqual([]);
});

test.each(permissionKeys)(
  'without %s a caller that holds all else neither grants it nor touches what has it',
  async (permission) => {
    const rest = permissionKeys.filter((key) => key !== permission);
    const caller = await createPerson(server.db, { permissions: rest });
    const bound = await createApiToken(server.db, { role: caller.role, userId: caller.id });
    const target = await createTarget(server.db, permission);
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
  const answer = await follow(path, await createTarget(server.db, 'jobs.view'), 'jobs.view', caller.token);
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
