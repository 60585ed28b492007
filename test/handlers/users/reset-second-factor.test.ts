import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../schema/permissions.ts';
import { createPerson, createPlace, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { codeNow, turnOn } from '../../totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const reset = (id: string, token?: string) => server.call('POST /api/users/:id/2fa/reset', { token, params: { id } });
const login = ({ username }: Person) =>
  server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD } });
const trailOf = (id: string) => server.db.sql`
  select outcome, details from audit_entries where target_id = ${id} and action = 'user.second_factor.reset' order by id`;

async function protectedPerson(options: Parameters<typeof createPerson>[1] = { role: 'tech' }) {
  const person = await createPerson(server.db, { ...options, password: PASSWORD });
  const factor = await turnOn(server, person);
  await server.db.sql`
    insert into passkeys (user_id, name, rp_id, credential_id, public_key) values (${person.id}, 'Key', 'x', ${person.id}, 'x')`;
  return { ...person, ...factor };
}
const leftOf = async (id: string) => {
  const [row] = await server.db.sql`
    select (select count(*)::int from totp where user_id = ${id}) as totp,
           (select count(*)::int from recovery_codes where user_id = ${id}) as codes,
           (select count(*)::int from passkeys where user_id = ${id}) as passkeys`;
  return row;
};

test('app, staged secret, recovery codes and passkeys are gone, the password is enough, and sessions go on', async () => {
  const person = await protectedPerson();
  await server.ok('POST /api/me/2fa/setup', {
    token: person.token,
    body: { current_password: PASSWORD, code: codeNow(server, person.secret) },
  });
  expect((await login(person)).status).toBe(401);
  expect(await reset(person.id)).toMatchObject({ status: 200, body: { id: person.id, totp_enabled: false } });
  expect(await leftOf(person.id)).toEqual({ totp: 0, codes: 0, passkeys: 0 });
  expect((await login(person)).status).toBe(200);
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(200);
  expect(await trailOf(person.id)).toEqual([{ outcome: 'success', details: { totp: true, passkeys_removed: 1 } }]);
});

test('again it changes nothing and writes nothing', async () => {
  const person = await createPerson(server.db);
  expect((await reset(person.id)).status).toBe(200);
  expect(await trailOf(person.id)).toEqual([]);
});

test('404 for an unknown account, 409 for the own one, for which there is a way that asks for a code', async () => {
  expect((await reset('018f0000-0000-7000-8000-000000000000')).status).toBe(404);
  const admin = await protectedPerson({ role: 'admin' });
  expect(await reset(admin.id, admin.token)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  expect(await leftOf(admin.id)).toEqual({ totp: 1, codes: 10, passkeys: 1 });
});

test('nobody resets an account that holds a permission they lack, nor one outside their scope', async () => {
  const held: Permission[] = ['users.manage', 'devices.view'];
  const manager = await createPerson(server.db, { permissions: held });
  const [stronger, equal] = [
    await protectedPerson({ permissions: ['devices.view', 'jobs.create'] }),
    await protectedPerson({ permissions: held }),
  ];
  expect(await reset(stronger.id, manager.token)).toMatchObject({ status: 403, body: { code: 'exceeds_permissions' } });
  expect((await reset(equal.id, manager.token)).status).toBe(200);

  const [here, there] = [await createPlace(server.db), await createPlace(server.db)];
  const within = ({ client_id }: typeof here) => [{ scope_type: 'client' as const, scope_id: client_id }];
  const scoped = await createPerson(server.db, { permissions: held, scopes: within(here) });
  const [inside, outside, unscoped] = [
    await protectedPerson({ permissions: ['devices.view'], scopes: within(here) }),
    await protectedPerson({ permissions: ['devices.view'], scopes: within(there) }),
    await protectedPerson({ permissions: ['devices.view'] }),
  ];
  for (const { id } of [outside, unscoped])
    expect(await reset(id, scoped.token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  expect((await reset(inside.id, scoped.token)).status).toBe(200);
  for (const { id } of [stronger, outside, unscoped])
    expect(await leftOf(id)).toEqual({ totp: 1, codes: 10, passkeys: 1 });
});
