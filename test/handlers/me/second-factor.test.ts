import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiToken, createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { codeNow, type SecondFactor, toNextStep, turnOn } from '../../totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_INSTANCE_NAME: 'Test lab' });
});
afterAll(() => server.stop());
beforeEach(() => toNextStep(server));

const MINUTE_MS = 60_000;
const setup = (token: string, code?: string, current_password = PASSWORD) =>
  server.call('POST /api/me/2fa/setup', { token, body: { current_password, code } });
const enable = (token: string, code: string) => server.call('POST /api/me/2fa/enable', { token, body: { code } });
const disable = (token: string, code: string, current_password = PASSWORD) =>
  server.call('POST /api/me/2fa/disable', { token, body: { current_password, code } });
const renew = (token: string, code: string) =>
  server.call('POST /api/me/2fa/recovery-codes', { token, body: { code } });
const login = ({ username }: Person, code?: string) =>
  server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD, code } });

const newPerson = () => createPerson(server.db, { role: 'tech', password: PASSWORD });
async function protectedPerson(): Promise<Person & SecondFactor> {
  const person = await newPerson();
  return { ...person, ...(await turnOn(server, person)) };
}
const meOf = async (token: string) => (await server.ok('GET /api/me', { token })).user;
const trailOf = (id: string) => server.db.sql`
  select action, outcome, details from audit_entries
  where target_id = ${id} and action <> 'auth.login' order by id`;
const rowOf = async (id: string) => (await server.db.sql`select * from totp where user_id = ${id}`)[0];
const hashesOf = async (id: string) =>
  (await server.db.sql`select code_hash from recovery_codes where user_id = ${id} order by 1`).map(({ code_hash }) =>
    code_hash.toString('hex'),
  );

test('set up, confirmed with a code of the app, it asks for codes from then on and gives ten recovery codes', async () => {
  const person = await newPerson();
  const staged = await setup(person.token);
  expect(staged).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
  expect(staged.body.uri).toBe(
    `otpauth://totp/Test%20lab:${person.username}?issuer=Test%20lab&secret=${staged.body.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(await meOf(person.token)).toMatchObject({ totp_enabled: false, recovery_codes_left: null });
  expect((await login(person)).status).toBe(200);

  const on = await enable(person.token, codeNow(server, staged.body.secret));
  expect(on).toMatchObject({ status: 200, body: { totp_enabled: true } });
  expect(new Set(on.body.recovery_codes).size).toBe(10);
  for (const code of on.body.recovery_codes)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(await meOf(person.token)).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
  expect((await login(person)).status).toBe(401);
  const { users } = await server.ok('GET /api/users', { query: { q: person.username } });
  expect(users).toMatchObject([{ username: person.username, totp_enabled: true }]);
  expect(await trailOf(person.id)).toEqual([
    { action: 'user.totp.enable', outcome: 'success', details: { rotated: false } },
  ]);
});

test('neither secrets nor recovery codes can be read in the database', async () => {
  const person = await protectedPerson();
  const other = (await setup(person.token, codeNow(server, person.secret))).body.secret;
  for (const table of ['totp', 'recovery_codes', 'audit_entries']) {
    const rows = await server.db.sql`select to_jsonb(t)::text as text from ${server.db.sql(table)} t`;
    const stored = rows.map(({ text }) => text).join();
    for (const secret of [person.secret, other, ...person.recoveryCodes, ...person.recoveryCodes.map(plain)]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
  }
  const row = await rowOf(person.id);
  expect([row?.secret, row?.pending_secret]).toEqual([expect.stringMatching(/^v1\./), expect.stringMatching(/^v1\./)]);
});
const plain = (code: string) => code.replaceAll('-', '');

test('a staged secret is never in use: its codes open nothing, and a new setup puts another in its place', async () => {
  const person = await newPerson();
  const first = (await setup(person.token)).body.secret;
  const second = (await setup(person.token)).body.secret;
  expect(await enable(person.token, codeNow(server, first))).toMatchObject({
    status: 403,
    body: { code: 'wrong_code' },
  });
  expect((await login(person)).body.user.totp_enabled).toBe(false);
  expect((await enable(person.token, codeNow(server, second))).status).toBe(200);
});

test('a staged secret waits for fifteen minutes, and none is 409', async () => {
  const person = await newPerson();
  expect(await enable(person.token, '123456')).toMatchObject({ status: 409, body: { code: 'setup_not_started' } });
  const { secret } = (await setup(person.token)).body;
  server.clock.offsetMs += 16 * MINUTE_MS;
  expect(await enable(person.token, codeNow(server, secret))).toMatchObject({
    status: 409,
    body: { code: 'setup_expired' },
  });
  expect(await meOf(person.token)).toMatchObject({ totp_enabled: false });
});

test('an app is replaced with its own code, and the old one works until the new one has shown that it does', async () => {
  const person = await protectedPerson();
  const old = await hashesOf(person.id);
  expect(await setup(person.token)).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required', totp_required: true },
  });
  const staged = await setup(person.token, codeNow(server, person.secret));
  expect(staged.status).toBe(200);
  const { secret } = staged.body;
  expect(secret).not.toBe(person.secret);
  expect((await login(person, codeNow(server, secret))).status).toBe(401);
  toNextStep(server);
  expect((await login(person, codeNow(server, person.secret))).status).toBe(200);
  expect(await hashesOf(person.id)).toEqual(old);

  toNextStep(server);
  expect((await enable(person.token, codeNow(server, secret))).status).toBe(200);
  expect((await hashesOf(person.id)).filter((hash) => old.includes(hash))).toEqual([]);
  toNextStep(server);
  expect((await login(person, codeNow(server, person.secret))).status).toBe(401);
  expect((await login(person, person.recoveryCodes[0])).status).toBe(401);
  expect((await login(person, codeNow(server, secret))).status).toBe(200);
  expect((await trailOf(person.id)).at(-1)).toEqual({
    action: 'user.totp.enable',
    outcome: 'success',
    details: { rotated: true },
  });
});

test('neither a recovery code nor a used code replaces an app', async () => {
  const person = await protectedPerson();
  const used = codeNow(server, person.secret);
  expect((await login(person, used)).status).toBe(200);
  for (const code of [person.recoveryCodes[0], used, '12345', 'abcdef'])
    expect(await setup(person.token, code)).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
  expect((await rowOf(person.id))?.pending_secret).toBeNull();
  expect(await hashesOf(person.id)).toHaveLength(10);
});

test('secret, last step and recovery codes change together: a failure in between leaves all as they were', async () => {
  const person = await protectedPerson();
  const { secret } = (await setup(person.token, codeNow(server, person.secret))).body;
  const before = { row: await rowOf(person.id), hashes: await hashesOf(person.id) };
  await server.db.ownerSql`
    alter table audit_entries add constraint no_rotation check (action <> 'user.totp.enable') not valid`;
  toNextStep(server);
  try {
    expect((await enable(person.token, codeNow(server, secret))).status).toBe(500);
  } finally {
    await server.db.ownerSql`alter table audit_entries drop constraint no_rotation`;
  }
  expect({ row: await rowOf(person.id), hashes: await hashesOf(person.id) }).toEqual(before);
  expect((await enable(person.token, codeNow(server, secret))).status).toBe(200);
});

test('of twenty confirmations at once one succeeds, and the codes it gave are the ones that are stored', async () => {
  const person = await newPerson();
  const { secret } = (await setup(person.token)).body;
  const code = codeNow(server, secret);
  const answers = await Promise.all(Array.from({ length: 20 }, () => enable(person.token, code)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect((await login(person, won[0]?.body.recovery_codes[9])).status).toBe(200);
});

test('the code that confirmed the app signs nobody in', async () => {
  const person = await newPerson();
  const { secret } = (await setup(person.token)).body;
  const code = codeNow(server, secret);
  await enable(person.token, code);
  expect(await login(person, code)).toMatchObject({ status: 401, body: { code: 'invalid_second_factor' } });
});

test('new recovery codes take a code of the app, and the old set is worth nothing', async () => {
  const person = await protectedPerson();
  expect(await renew(person.token, person.recoveryCodes[0] ?? '')).toMatchObject({
    status: 403,
    body: { code: 'wrong_code' },
  });
  const renewed = await renew(person.token, codeNow(server, person.secret));
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await login(person, person.recoveryCodes[0])).status).toBe(401);
  expect((await login(person, renewed.body.recovery_codes[0])).status).toBe(200);
  expect(await meOf(person.token)).toMatchObject({ recovery_codes_left: 9 });
  expect((await trailOf(person.id)).at(-1)).toMatchObject({ action: 'user.recovery_codes.renew', details: {} });
});

test('turned off with password and code, everything is gone and the password is enough', async () => {
  const person = await protectedPerson();
  await setup(person.token, codeNow(server, person.secret));
  await server.db.sql`
    insert into passkeys (user_id, name, rp_id, credential_id, public_key) values (${person.id}, 'Key', 'x', ${person.id}, 'x')`;
  toNextStep(server);
  expect(await meOf(person.token)).toMatchObject({ passkeys: 1 });
  expect((await disable(person.token, codeNow(server, person.secret))).status).toBe(204);
  expect([await rowOf(person.id), await hashesOf(person.id)]).toEqual([undefined, []]);
  expect(await meOf(person.token)).toMatchObject({ totp_enabled: false, passkeys: 0, recovery_codes_left: null });
  expect((await login(person)).status).toBe(200);
  expect((await trailOf(person.id)).at(-1)).toEqual({
    action: 'user.totp.disable',
    outcome: 'success',
    details: { passkeys_removed: 1 },
  });
});

test('who lost the phone turns it off with a recovery code', async () => {
  const person = await protectedPerson();
  expect((await disable(person.token, person.recoveryCodes[3] ?? '')).status).toBe(204);
});

test('turning it off takes both: password and code', async () => {
  const person = await protectedPerson();
  const code = codeNow(server, person.secret);
  expect(await disable(person.token, code, 'wrong')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  expect(await disable(person.token, '000000')).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
  expect(await meOf(person.token)).toMatchObject({ totp_enabled: true });
  expect((await disable(person.token, code)).status).toBe(204);
});

test('409 for what needs it on while it is off', async () => {
  const { token } = await newPerson();
  for (const answer of [await disable(token, '123456'), await renew(token, '123456')])
    expect(answer).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
});

test('a token bound to the account does the same; 403 without an account, and for one without a password', async () => {
  const person = await newPerson();
  const { token } = await createApiToken(server.db, { userId: person.id });
  expect((await setup(token)).status).toBe(200);
  const nobody = await createApiToken(server.db);
  for (const caller of [nobody.token, undefined]) {
    const calls = [
      server.call('POST /api/me/2fa/setup', { token: caller, body: { current_password: PASSWORD } }),
      server.call('POST /api/me/2fa/enable', { token: caller, body: { code: '123456' } }),
      server.call('POST /api/me/2fa/disable', { token: caller, body: { current_password: PASSWORD, code: '123456' } }),
      server.call('POST /api/me/2fa/recovery-codes', { token: caller, body: { code: '123456' } }),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, body: { code: 'no_account' } });
  }
  const passwordless = await createPerson(server.db);
  expect(await setup(passwordless.token)).toMatchObject({ status: 403, body: { code: 'no_password' } });
});

test('403 for a wrong password, and nothing is staged', async () => {
  const person = await newPerson();
  expect(await setup(person.token, undefined, 'wrong')).toMatchObject({
    status: 403,
    body: { code: 'wrong_password' },
  });
  expect(await rowOf(person.id)).toBeUndefined();
});

test('after ten wrong codes from an open session the right one is 429, whichever door is tried', async () => {
  const person = await protectedPerson();
  const wrong = codeNow(server, person.secret, 20);
  const guesses = Array.from({ length: 12 }, (_, i) =>
    i % 2 === 0 ? renew(person.token, wrong) : disable(person.token, wrong),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect((await renew(person.token, codeNow(server, person.secret))).status).toBe(429);
  expect((await setup(person.token, codeNow(server, person.secret))).status).toBe(429);
});

test('after ten wrong passwords the right one is 429, also where the password is changed', async () => {
  const person = await newPerson();
  for (let i = 0; i < 10; i++) expect((await setup(person.token, undefined, 'wrong')).status).toBe(403);
  expect((await setup(person.token)).status).toBe(429);
  const change = { current_password: PASSWORD, new_password: 'Another-Horse-Stable-7' };
  expect((await server.call('POST /api/me/password', { token: person.token, body: change })).status).toBe(429);
});

test('other sessions of the account go on when it is turned on, replaced and turned off', async () => {
  const person = await newPerson();
  const other = (await login(person)).body.token;
  const { secret } = await turnOn(server, person);
  const staged = (await setup(person.token, codeNow(server, secret))).body.secret;
  await enable(person.token, codeNow(server, staged));
  toNextStep(server);
  await disable(person.token, codeNow(server, staged));
  expect((await server.call('GET /api/me', { token: other })).status).toBe(200);
});
