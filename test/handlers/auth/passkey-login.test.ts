import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator, type Lies, type SoftwareAuthenticator } from '../../authenticator.ts';
import type { Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { addPasskey, CONSOLE, type Coded, createCoded, offered, signIn, startPasskey } from '../../passkeys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_CONSOLE_URL: CONSOLE });
});
afterAll(() => server.stop());

async function createHolder(options = {}): Promise<{ person: Coded; authenticator: SoftwareAuthenticator }> {
  const person = await createCoded(server);
  return { person, ...(await addPasskey(server, person, createAuthenticator(CONSOLE, options))) };
}

const sessions = async ({ id }: Person) => (await server.db.sql`select 1 from sessions where user_id = ${id}`).count;
const refusedAs = { status: 401, body: { code: 'invalid_second_factor', totp_required: true } };

/** What the audit trail says of the last refused sign-in. It is written while the answer is on its way. */
const reasonOf = ({ id }: Person) =>
  expect.poll(async () => {
    const [row] = await server.db.sql`
      select details ->> 'reason' as reason from audit_entries
      where action = 'auth.login' and outcome = 'refused' and target_id = ${id} order by id desc limit 1`;
    return row?.reason;
  });

/** Answers an offer that was made for this person. */
async function answer(person: Person, authenticator: SoftwareAuthenticator, lies: Lies = {}) {
  const { challenge_id, options } = await offered(server, person);
  return signIn(server, person, { passkey: { challenge_id, response: authenticator.sign(options, lies) } });
}

test('password and passkey start a session, which says how in the audit trail', async () => {
  const { person, authenticator } = await createHolder();
  const { status, body } = await answer(person, authenticator);
  expect({ status, body }).toMatchObject({ status: 200, body: { user: { id: person.id, passkeys: 1 } } });
  const [entry] = await server.db.sql`
    select details from audit_entries where action = 'auth.login' and target_id = ${person.id} and outcome = 'success'`;
  expect(entry).toEqual({ details: { method: 'passkey' } });
  const { passkeys } = await server.ok('GET /api/me/passkeys', { token: body.token });
  expect(passkeys[0]?.last_used_at).not.toBeNull();
});

test('a security key that names no account will do', async () => {
  const { person, authenticator } = await createHolder();
  expect((await answer(person, authenticator, { userHandle: null })).status).toBe(200);
});

test('the offer comes after the right password only, names the account’s passkeys and nothing else', async () => {
  const { person, authenticator } = await createHolder();
  const { username } = person;
  const wrong = await server.call('POST /api/auth/login', { token: null, body: { username, password: 'wrong' } });
  expect(wrong.body).not.toHaveProperty('passkey');
  const { status, body } = await signIn(server, person);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'second_factor_required' });
  expect(body.passkey).toEqual({
    challenge_id: expect.any(String),
    options: {
      challenge: expect.any(String),
      rpId: 'console.test',
      timeout: 300_000,
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
    },
  });
  expect((await signIn(server, await createCoded(server))).body).not.toHaveProperty('passkey');
});

test('a passkey without the password is nothing', async () => {
  const { person, authenticator } = await createHolder();
  const { challenge_id, options } = await offered(server, person);
  const passkey = { challenge_id, response: authenticator.sign(options) };
  const body = { username: person.username, password: 'wrong', passkey };
  expect(await server.call('POST /api/auth/login', { token: null, body })).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials' },
  });
  expect((await signIn(server, person, { passkey })).status).toBe(200);
});

test('400 for a code and a passkey at once', async () => {
  const { person, authenticator } = await createHolder();
  const { challenge_id, options } = await offered(server, person);
  const second = { code: '123456', passkey: { challenge_id, response: authenticator.sign(options) } };
  expect((await signIn(server, person, second)).status).toBe(400);
});

describe('an answer is refused, and spends its challenge, with', () => {
  test.each<[string, Lies]>([
    ['another origin', { origin: 'https://console.test.evil.example' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['nobody present', { absent: true }],
    ['another account’s user handle', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
  ])('%s', async (_, lies) => {
    const { person, authenticator } = await createHolder();
    const { challenge_id, options } = await offered(server, person);
    const wrong = { challenge_id, response: authenticator.sign(options, lies) };
    expect(await signIn(server, person, { passkey: wrong })).toMatchObject(refusedAs);
    await reasonOf(person).toBe('userHandle' in lies ? 'unknown_passkey' : 'wrong_passkey');
    const right = { challenge_id, response: authenticator.sign(options) };
    expect(await signIn(server, person, { passkey: right })).toMatchObject(refusedAs);
    expect(await sessions(person)).toBe(1);
  });

  test('a signature that was touched', async () => {
    const { person, authenticator } = await createHolder();
    const { challenge_id, options } = await offered(server, person);
    const response = authenticator.sign(options);
    const bytes = Buffer.from(response.response.signature, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    response.response.signature = bytes.toString('base64url');
    expect(await signIn(server, person, { passkey: { challenge_id, response } })).toMatchObject(refusedAs);
    await reasonOf(person).toBe('wrong_passkey');
  });

  test('another key under this passkey’s id', async () => {
    const { person, authenticator } = await createHolder();
    const stranger = createAuthenticator(CONSOLE);
    expect(await answer(person, stranger, { credentialId: authenticator.credentialId })).toMatchObject(refusedAs);
    await reasonOf(person).toBe('wrong_passkey');
  });

  test('another account’s passkey', async () => {
    const [one, other] = [await createHolder(), await createHolder()];
    for (const userHandle of [undefined, null])
      expect(await answer(one.person, other.authenticator, { userHandle })).toMatchObject(refusedAs);
    await reasonOf(one.person).toBe('unknown_passkey');
  });

  test('a passkey that has been removed', async () => {
    const { person, authenticator } = await createHolder();
    const { challenge_id, options } = await offered(server, person);
    await server.db.sql`delete from passkeys where user_id = ${person.id}`;
    const passkey = { challenge_id, response: authenticator.sign(options) };
    expect(await signIn(server, person, { passkey })).toMatchObject(refusedAs);
  });
});

describe('a challenge', () => {
  test('starts one session, of twenty who answer it at once', async () => {
    const { person, authenticator } = await createHolder({ counts: false });
    const before = await sessions(person);
    const { challenge_id, options } = await offered(server, person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        signIn(server, person, { passkey: { challenge_id, response: authenticator.sign(options) } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessions(person)).toBe(before + 1);
  });

  test('is not to be answered twice', async () => {
    const { person, authenticator } = await createHolder();
    const { challenge_id, options } = await offered(server, person);
    const passkey = { challenge_id, response: authenticator.sign(options) };
    expect((await signIn(server, person, { passkey })).status).toBe(200);
    expect(await signIn(server, person, { passkey })).toMatchObject(refusedAs);
    await reasonOf(person).toBe('passkey_challenge_spent');
  });

  test('is good for its account alone, and for nothing but signing in', async () => {
    const [one, other] = [await createHolder(), await createHolder()];
    const { options, challenge_id } = await offered(server, one.person);
    const theirs = { challenge_id, response: other.authenticator.sign(options) };
    expect(await signIn(server, other.person, { passkey: theirs })).toMatchObject(refusedAs);
    const unknown = { challenge_id: randomUUID(), response: one.authenticator.sign(options) };
    expect(await signIn(server, one.person, { passkey: unknown })).toMatchObject(refusedAs);
    const registration = await startPasskey(server, one.person);
    const crossed = {
      challenge_id: registration.challenge_id,
      response: one.authenticator.sign({ ...options, challenge: registration.options.challenge }),
    };
    expect(await signIn(server, one.person, { passkey: crossed })).toMatchObject(refusedAs);
    const own = { challenge_id, response: one.authenticator.sign(options) };
    expect((await signIn(server, one.person, { passkey: own })).status).toBe(200);
  });

  test('is good for five minutes', async () => {
    const { person, authenticator } = await createHolder();
    const { challenge_id, options } = await offered(server, person);
    server.clock.offsetMs = 5 * 60_000 + 1000;
    try {
      const passkey = { challenge_id, response: authenticator.sign(options) };
      expect(await signIn(server, person, { passkey })).toMatchObject(refusedAs);
    } finally {
      server.clock.offsetMs = 0;
    }
  });

  test('is one of five at most, however often the password is sent', async () => {
    const { person } = await createHolder();
    for (let i = 0; i < 8; i++) await offered(server, person);
    const { count } = await server.db.sql`select 1 from passkey_challenges where user_id = ${person.id}`;
    expect(count).toBe(5);
  });
});

describe('the counter', () => {
  test('has to grow: one that stands or goes back is refused, and the trail says so', async () => {
    const { person, authenticator } = await createHolder();
    expect((await answer(person, authenticator, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect(await answer(person, authenticator, { counter })).toMatchObject(refusedAs);
      await reasonOf(person).toBe('passkey_counter_went_back');
    }
    expect((await answer(person, authenticator, { counter: 8 })).status).toBe(200);
  });

  test('may stay at nought, where an authenticator has none', async () => {
    const { person, authenticator } = await createHolder({ counts: false });
    for (let i = 0; i < 2; i++) expect((await answer(person, authenticator)).status).toBe(200);
  });

  test('is judged after the signature, so that a stranger learns and changes nothing', async () => {
    const { person, authenticator } = await createHolder();
    const stranger = createAuthenticator(CONSOLE);
    const lies = { credentialId: authenticator.credentialId, counter: 1_000_000 };
    expect(await answer(person, stranger, lies)).toMatchObject(refusedAs);
    expect((await answer(person, authenticator)).status).toBe(200);
  });
});

test('a passkey that was made for another name of the console is kept, and not asked for', async () => {
  const { person } = await createHolder();
  await server.db.sql`update passkeys set rp_id = 'old.example' where user_id = ${person.id}`;
  expect((await signIn(server, person)).body).not.toHaveProperty('passkey');
  const { passkeys } = await server.ok('GET /api/me/passkeys', { token: person.token });
  expect(passkeys).toMatchObject([{ rp_id: 'old.example' }]);
});

test('an administrator’s reset removes passkeys with the codes, and what was under way', async () => {
  const { person, authenticator } = await createHolder();
  const { challenge_id, options } = await offered(server, person);
  await server.ok('POST /api/users/:id/2fa/reset', { params: { id: person.id } });
  const counts = await server.db.sql`
    select (select count(*)::int from passkeys where user_id = ${person.id}) as passkeys,
           (select count(*)::int from passkey_challenges where user_id = ${person.id}) as challenges`;
  expect(counts).toEqual([{ passkeys: 0, challenges: 0 }]);
  const passkey = { challenge_id, response: authenticator.sign(options) };
  expect((await signIn(server, person, { passkey })).status).toBe(200); // by the password alone
});
