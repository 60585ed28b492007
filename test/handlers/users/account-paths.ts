/** Every way to hand out a permission, or to act on an account, role or token that has it; delegation.test.ts asks for new ones. */
import type { Permission } from '../../../schema/permissions.ts';
import type { TestDatabase } from '../../database.ts';
import { createApiToken, createPerson, createRole, PASSWORD, type Person } from '../../factories.ts';

export interface Target {
  /** Holds the permission that the caller lacks; has an address, a password, and is linked to single sign-on. */
  stronger: Person;
  weak: Person;
  role: string;
  unused: string;
  /** Unbound, with the role. */
  strongToken: string;
  /** Of the stronger account, with a role that holds nothing. */
  weakTokenOfStronger: string;
}

export async function createTarget(db: TestDatabase, permission: Permission): Promise<Target> {
  const stronger = await createPerson(db, { permissions: [permission] });
  const email = `${stronger.username}@example.test`;
  await db.sql`update users set email = ${email}, password_hash = 'x' where id = ${stronger.id}`;
  await db.sql`
    insert into sso_identities (user_id, issuer, subject) values (${stronger.id}, 'https://idp.test', ${stronger.id})`;
  const weak = await createPerson(db, { permissions: [] });
  return {
    stronger,
    weak,
    role: stronger.role,
    unused: await createRole(db, [permission]),
    strongToken: (await createApiToken(db, { role: stronger.role })).id,
    weakTokenOfStronger: (await createApiToken(db, { role: weak.role, userId: stronger.id })).id,
  };
}

let names = 0;
export const newName = (what: string) => `${what}-${++names}`;

export interface Path {
  name: string;
  call: string;
  params?: (target: Target) => Record<string, string>;
  body?: (target: Target, permission: Permission) => unknown;
}

const stronger = (target: Target) => ({ id: target.stronger.id });

export const paths: Path[] = [
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
    params: stronger,
    body: ({ weak }) => ({ role: weak.role }),
  },
  { name: 'scope the account', call: 'PUT /api/users/:id/scopes', params: stronger, body: () => ({ scopes: [] }) },
  { name: 'ask it to confirm its address', call: 'POST /api/users/:id/email/verify', params: stronger },
  {
    name: 'change its address',
    call: 'PUT /api/users/:id/email',
    params: stronger,
    body: () => ({ email: `${newName('taken')}@example.test` }),
  },
  { name: 'clear its address', call: 'PUT /api/users/:id/email', params: stronger, body: () => ({ email: '' }) },
  {
    name: 'set its password',
    call: 'PUT /api/users/:id/password',
    params: stronger,
    body: () => ({ password: PASSWORD }),
  },
  { name: 'reset its second factor', call: 'POST /api/users/:id/2fa/reset', params: stronger },
  { name: 'take its link to single sign-on away', call: 'DELETE /api/users/:id/sso', params: stronger },
  { name: 'disable the account', call: 'POST /api/users/:id/disable', params: stronger },
  { name: 'enable the account', call: 'POST /api/users/:id/enable', params: stronger },
  {
    name: 'issue a token with the role',
    call: 'POST /api/api-tokens',
    body: ({ role }) => ({ name: newName('token'), role }),
  },
  {
    name: 'issue a token for the account',
    call: 'POST /api/api-tokens',
    body: ({ stronger: { id }, weak }) => ({ name: newName('token'), role: weak.role, user_id: id }),
  },
  {
    name: 'revoke a token with the role',
    call: 'DELETE /api/api-tokens/:id',
    params: ({ strongToken }) => ({ id: strongToken }),
  },
  {
    name: 'revoke a weak token of the account',
    call: 'DELETE /api/api-tokens/:id',
    params: ({ weakTokenOfStronger }) => ({ id: weakTokenOfStronger }),
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
  { name: 'delete the account', call: 'DELETE /api/users/:id', params: stronger },
];
