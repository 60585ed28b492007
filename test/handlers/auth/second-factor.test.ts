/** Sign-in with a second factor: ATTACKS.md 3 to 6. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GUESSES, GUESSES_WINDOW_MS } from '../../../domain/second-factors/take-code.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { codeNow, type SecondFactor, toNextStep, turnOn } from '../../totp.ts';

let server: TestServer;
beforeAll(async () => {
  // the test is the reverse proxy, so that it can come from many addresses
  server = await startServer({ RMM_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());
beforeEach(() => toNextStep(server));

let peers = 0;
const newPeer = () => `198.51.${Math.floor(++peers / 250)}.${(peers % 250) + 1}`;

const login = (username: string, code?: string, { password = PASSWORD, peer = newPeer() } = {}) =>
  server.call('POST /api/auth/login', {
    token: null,
    body: { username, password, code },
    headers: { 'x-forwarded-for': peer },
  });

type Protected = Person & SecondFactor;
async function protectedPerson(): Promise<Protected> {
  const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  const factor = await turnOn(server, person);
  await server.db.sql`delete from sessions where user_id = ${person.id}`;
  return { ...person, ...factor };
}
const sessionsOf = async ({ id }: Person) => (await server.db.sql`select 1 from sessions where user_id = ${id}`).count;
const refusedCode = { status: 401, body: { code: 'invalid_second_factor', totp_required: true } };

test('there is no session before the code: a right password alone is told to bring one, and that is no failure', async () => {
  const person = await protectedPerson();
  const peer = newPeer();
  for (let i = 0; i < 12; i++) {
    const { status, body } = await login(person.username, i % 2 ? undefined : ' ', { peer });
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        error: expect.any(String),
        code: 'second_factor_required',
        totp_required: true,
        request_id: expect.any(String),
      },
    });
  }
  expect(await sessionsOf(person)).toBe(0);
  const [user] = await server.db.sql`select last_login_at from users where id = ${person.id}`;
  expect(user?.last_login_at).toBeNull();
  expect((await login(person.username, codeNow(server, person.secret), { peer })).status).toBe(200);
});

test('a code of the app signs in, and the trail says how', async () => {
  const person = await protectedPerson();
  const code = codeNow(server, person.secret);
  const { status, body } = await login(person.username, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
  expect((await server.call('GET /api/me', { token: body.token })).status).toBe(200);
  expect(await methodsOf(person)).toEqual([{ outcome: 'success', details: { method: 'totp' } }]);
});
const methodsOf = ({ id }: Person) => server.db.sql`
  select outcome, details from audit_entries where target_id = ${id} and action = 'auth.login' order by id`;

test('a wrong code starts no session, and operators see that somebody knew the password', async () => {
  const person = await protectedPerson();
  const answers = [
    await login(person.username, codeNow(server, person.secret, 20)),
    await login(person.username, 'not-a-code'),
    await login(person.username, '１２３４５６'),
  ];
  for (const answer of answers) expect(answer).toMatchObject(refusedCode);
  expect(await sessionsOf(person)).toBe(0);
  await expect
    .poll(() => methodsOf(person), { timeout: 20_000 })
    .toEqual([{ outcome: 'refused', details: { code: 'invalid_second_factor', reason: 'wrong_code' } }]);
});

test.each([-1, 1])('a code that is %i step away is right, for clocks that differ', async (steps) => {
  const person = await protectedPerson();
  expect((await login(person.username, codeNow(server, person.secret, steps))).status).toBe(200);
});

test.each([-2, 2])('a code that is %i steps away is wrong', async (steps) => {
  const person = await protectedPerson();
  expect(await login(person.username, codeNow(server, person.secret, steps))).toMatchObject(refusedCode);
});

test('a code that was taken is worth nothing, from wherever it comes, and neither is an older one', async () => {
  const person = await protectedPerson();
  const [older, code] = [codeNow(server, person.secret, -1), codeNow(server, person.secret)];
  expect((await login(person.username, code)).status).toBe(200);
  for (const again of [code, older]) expect(await login(person.username, again)).toMatchObject(refusedCode);
  expect((await login(person.username, codeNow(server, person.secret, 1))).status).toBe(200);
});

test('of twenty sign-ins with one code at once one succeeds', async () => {
  const person = await protectedPerson();
  const code = codeNow(server, person.secret);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(person.username, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  expect(await sessionsOf(person)).toBe(1);
});

test('a recovery code signs in once, and says how many are left', async () => {
  const person = await protectedPerson();
  const code = person.recoveryCodes[4] ?? '';
  const first = await login(person.username, code.toLowerCase().replaceAll('-', ' '));
  expect(first).toMatchObject({ status: 200, body: { user: { recovery_codes_left: 9 } } });
  expect(await methodsOf(person)).toEqual([{ outcome: 'success', details: { method: 'recovery_code' } }]);
  expect(await login(person.username, code)).toMatchObject(refusedCode);
  expect((await login(person.username, person.recoveryCodes[5])).status).toBe(200);
});

test('of twenty sign-ins with one recovery code at once one succeeds, and one code is gone', async () => {
  const person = await protectedPerson();
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(person.username, person.recoveryCodes[0])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  const left = await server.db.sql`select 1 from recovery_codes where user_id = ${person.id}`;
  expect(left.count).toBe(9);
});

test("somebody else's recovery code opens nothing and stays theirs", async () => {
  const [person, other] = [await protectedPerson(), await protectedPerson()];
  toNextStep(server);
  expect(await login(person.username, other.recoveryCodes[0])).toMatchObject(refusedCode);
  expect((await login(other.username, other.recoveryCodes[0])).status).toBe(200);
});

test('with a wrong password nobody learns of a second factor, and the code that came with it is still good', async () => {
  const person = await protectedPerson();
  const plain = await createPerson(server.db, { password: PASSWORD });
  const code = codeNow(server, person.secret);
  const bodies = [];
  for (const username of [person.username, plain.username, 'no-such-person'])
    for (const given of [undefined, code, person.recoveryCodes[0]]) {
      const { status, body } = await login(username, given, { password: 'wrong' });
      const { request_id, ...rest } = body;
      bodies.push({ status, rest });
    }
  for (const body of bodies)
    expect(body).toEqual({ status: 401, rest: expect.not.objectContaining({ totp_required: true }) });
  for (const body of bodies) expect(body).toEqual(bodies[0]);
  expect((await login(person.username, code)).status).toBe(200);
});

test('a disabled account is refused like a wrong password, whatever code it brings', async () => {
  const person = await protectedPerson();
  await server.db.sql`update users set disabled_at = now() where id = ${person.id}`;
  for (const code of [undefined, codeNow(server, person.secret), person.recoveryCodes[0]])
    expect(await login(person.username, code)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await sessionsOf(person)).toBe(0);
});

test('an account without a second factor signs in with whatever stands in the code field', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { status } = await login(person.username, '123456');
  expect(status).toBe(200);
  expect(await methodsOf(person)).toEqual([{ outcome: 'success', details: { method: 'password' } }]);
});

test('wrong codes are failures of account and peer: after ten the right one is 429 there, and nowhere else', async () => {
  const person = await protectedPerson();
  const peer = newPeer();
  const wrong = codeNow(server, person.secret, 20);
  for (let i = 0; i < 10; i++) expect(await login(person.username, wrong, { peer })).toMatchObject(refusedCode);
  const code = codeNow(server, person.secret);
  expect((await login(person.username, code, { peer })).status).toBe(429);
  expect((await login(person.username, code)).status).toBe(200);
});

test('from however many addresses, an account takes fifty wrong codes a day; recovery codes go on', async () => {
  const person = await protectedPerson();
  const wrong = codeNow(server, person.secret, 20);
  const guesses = await Promise.all(Array.from({ length: GUESSES + 10 }, () => login(person.username, wrong)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(GUESSES);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
  const paused = await login(person.username, codeNow(server, person.secret));
  expect(paused).toMatchObject({ status: 429, body: { code: 'codes_paused', totp_required: true } });
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect(await sessionsOf(person)).toBe(0);

  const recovered = await login(person.username, person.recoveryCodes[0]);
  expect(recovered.status).toBe(200);
  expect((await login(person.username, codeNow(server, person.secret))).status).toBe(429);
  server.clock.offsetMs += GUESSES_WINDOW_MS;
  expect((await login(person.username, codeNow(server, person.secret))).status).toBe(200);
});

test('a new password, which the guesser does not know, lets codes of the app count again', async () => {
  const person = await protectedPerson();
  const now = new Date(Date.now() + server.clock.offsetMs);
  await server.db.sql`update totp set guesses = ${GUESSES}, guesses_since = ${now} where user_id = ${person.id}`;
  expect((await login(person.username, codeNow(server, person.secret))).status).toBe(429);
  const { token } = (await login(person.username, person.recoveryCodes[0])).body;
  const password = 'Another-Horse-Stable-7';
  await server.ok('POST /api/me/password', { token, body: { current_password: PASSWORD, new_password: password } });
  expect((await login(person.username, codeNow(server, person.secret), { password })).status).toBe(200);
});

test('right codes are no guesses, however often one signs in', async () => {
  const person = await protectedPerson();
  for (let i = 0; i < 5; i++) {
    expect((await login(person.username, codeNow(server, person.secret))).status).toBe(200);
    toNextStep(server);
  }
  const [row] = await server.db.sql`select guesses from totp where user_id = ${person.id}`;
  expect(row?.guesses).toBe(0);
});
