/** A password set by somebody who manages the account: the way out for its owner who forgot theirs and reads no mail. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../schema/permissions.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, createPlace, PASSWORD, type Person } from '../../factories.ts';
import type { Answer, TestServer } from '../../harness.ts';
import { mailsTo, newPeer } from '../../mailed-links.ts';
import { codeNow, turnOn } from '../../totp.ts';
import { NEW, type Resets, refused, startResets } from '../auth/resets.ts';
import { meanwhile } from './meanwhile.ts';

let resets: Resets;
let server: TestServer;
beforeAll(async () => {
  resets = await startResets();
  server = resets.server;
});
afterAll(() => server.stop());

const set = ({ id }: { id: string }, token?: string, password = NEW) =>
  server.call('PUT /api/users/:id/password', { token, params: { id }, body: { password } });
const status = async (answer: Promise<Answer>) => (await answer).status;
const isSignedIn = async ({ token }: { token: string }) =>
  (await status(server.call('GET /api/me', { token }))) === 200;
const trailOf = ({ id }: Person) => server.db.sql`
  select outcome, details from audit_entries where target_id = ${id} and action = 'user.password.set' order by id`;
/** That the refused attempt has left the old password and the session alone. */
async function expectUntouched(person: Person): Promise<void> {
  expect(await isSignedIn(person)).toBe(true);
  expect(await status(resets.login(person, PASSWORD))).toBe(200);
}

test('the new password signs in and the old one does not; sessions and links end, API tokens go on, and it is audited', async () => {
  const person = await resets.createReader();
  const bound = await createApiToken(server.db, { userId: person.id });
  const link = await resets.linkFor(person.email);
  const events = recordEvents(server);
  expect(await set(person)).toMatchObject({ status: 204 });
  expect(events.take('access.changed')).toMatchObject([{ sessionIds: [expect.any(String)] }]);
  expect(await isSignedIn(person)).toBe(false);
  expect(await isSignedIn(bound)).toBe(true);
  expect(await resets.confirm(link)).toMatchObject(refused);
  expect(await status(resets.login(person, PASSWORD))).toBe(401);
  expect(await status(resets.login(person, NEW))).toBe(200);
  expect(await trailOf(person)).toEqual([{ outcome: 'success', details: { sessions_revoked: 1 } }]);
});

test('an account without a password gets its first', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  expect(await status(set(person))).toBe(204);
  expect(await status(resets.login(person, NEW))).toBe(200);
});

test('the second factor stays, and what was staged for another app is dropped', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { token } = await createApiToken(server.db, { userId: person.id });
  const { secret } = await turnOn(server, person);
  await server.ok('POST /api/me/2fa/setup', {
    token,
    body: { current_password: PASSWORD, code: codeNow(server, secret) },
  });
  expect(await status(set(person))).toBe(204);
  expect(await resets.login(person, NEW)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  expect(await server.call('POST /api/me/2fa/enable', { token, body: { code: '123456' } })).toMatchObject({
    status: 409,
    body: { code: 'setup_not_started' },
  });
});

test('the pause that somebody’s guesses at codes brought about ends with the password they knew', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { username } = person;
  const { secret } = await turnOn(server, person);
  const now = new Date(Date.now() + server.clock.offsetMs);
  await server.db.sql`update totp set guesses = 50, guesses_since = ${now} where user_id = ${person.id}`;
  const signIn = (password: string) =>
    server.call('POST /api/auth/login', {
      token: null,
      body: { username, password, code: codeNow(server, secret) },
      headers: newPeer(),
    });
  expect(await signIn(PASSWORD)).toMatchObject({ status: 429, body: { code: 'codes_paused' } });
  expect(await status(set(person))).toBe(204);
  expect(await status(signIn(NEW))).toBe(200);
});

test.each([false, true])(
  'the owner is told that it was an administrator, also while disabled: %s',
  async (disabled) => {
    const person = await resets.createReader();
    if (disabled) await server.ok('POST /api/users/:id/disable', { params: { id: person.id } });
    expect(await status(set(person))).toBe(204);
    expect(await mailsTo(server, person.email)).toMatchObject([
      { kind: 'account.password_changed', change: 'by_administrator', username: person.username },
    ]);
  },
);

test('no change by the owner within the same minute hides it from them', async () => {
  const person = await resets.createReader();
  const body = { current_password: PASSWORD, new_password: NEW };
  await server.ok('POST /api/me/password', { token: person.token, body });
  expect(await status(set(person, undefined, PASSWORD))).toBe(204);
  const told = (await mailsTo(server, person.email)).map((mail) => 'change' in mail && mail.change);
  expect(told).toEqual(['by_owner', 'by_administrator']);
});

test('400 for a weak password, 404 for an unknown account, 409 for the own one, by a bound token too', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  expect(await set(person, undefined, 'tooshort')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
  expect(await status(set({ id: crypto.randomUUID() }))).toBe(404);
  const bound = await createApiToken(server.db, { userId: person.id });
  for (const token of [person.token, bound.token])
    expect(await set(person, token)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  await expectUntouched(person);
});

test('409 while the account has to use single sign-on; with that off it is the way in', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  await resets.linkToProvider(person);
  await resets.withSso(async () => {
    expect(await set(person)).toMatchObject({ status: 409, body: { code: 'sso_linked' } });
  });
  await expectUntouched(person);
  expect(await status(set(person))).toBe(204);
  expect(await status(resets.login(person, NEW))).toBe(200);
});

test('nobody sets it for an account that holds a permission they lack, nor for one outside their scope', async () => {
  const held: Permission[] = ['users.manage', 'devices.view'];
  const created = (options: Parameters<typeof createPerson>[1]) =>
    createPerson(server.db, { ...options, password: PASSWORD });
  const manager = await createPerson(server.db, { permissions: held });
  const stronger = await created({ permissions: ['devices.view', 'jobs.create'] });
  expect(await set(stronger, manager.token)).toMatchObject({ status: 403, body: { code: 'exceeds_permissions' } });
  expect(await status(set(await created({ permissions: held }), manager.token))).toBe(204);

  const [here, there] = [await createPlace(server.db), await createPlace(server.db)];
  const within = ({ client_id }: typeof here) => [{ scope_type: 'client' as const, scope_id: client_id }];
  const scoped = await createPerson(server.db, { permissions: held, scopes: within(here) });
  const outside = await created({ permissions: ['devices.view'], scopes: within(there) });
  const unscoped = await created({ permissions: ['devices.view'] });
  for (const person of [outside, unscoped])
    expect(await set(person, scoped.token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  const inside = await created({ permissions: ['devices.view'], scopes: within(here) });
  expect(await status(set(inside, scoped.token))).toBe(204);
  for (const person of [stronger, outside, unscoped]) await expectUntouched(person);
});

const disable = ({ id }: Person) => server.db.sql`update users set disabled_at = now() where id = ${id}`;

test('a caller who is disabled while the call waits sets nothing; an account that is disabled meanwhile stays so', async () => {
  const [caller, person] = [
    await createPerson(server.db),
    await createPerson(server.db, { role: 'tech', password: PASSWORD }),
  ];
  expect(
    await status(
      meanwhile(
        server,
        () => set(person, caller.token),
        () => disable(caller),
      ),
    ),
  ).toBe(401);
  await expectUntouched(person);
  expect(
    await status(
      meanwhile(
        server,
        () => set(person),
        () => disable(person),
      ),
    ),
  ).toBe(204);
  expect(await status(resets.login(person, NEW))).toBe(401);
  await server.ok('POST /api/users/:id/enable', { params: { id: person.id } });
  expect(await isSignedIn(person)).toBe(false);
  expect(await status(resets.login(person, NEW))).toBe(200);
});

test('of a disable and a new password at once neither is lost', async () => {
  const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  const params = { id: person.id };
  const answers = await Promise.all([set(person), server.call('POST /api/users/:id/disable', { params })]);
  expect(answers.map((answer) => answer.status)).toEqual([204, 200]);
  expect(await status(resets.login(person, NEW))).toBe(401);
  await server.ok('POST /api/users/:id/enable', { params });
  expect(await status(resets.login(person, NEW))).toBe(200);
});
