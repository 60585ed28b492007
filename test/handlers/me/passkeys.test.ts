import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepChallenges } from '../../../domain/passkeys/challenges.ts';
import {
  cborArray,
  cborBytes,
  cborInt,
  cborMap,
  cborText,
  createAuthenticator,
  type Lies,
} from '../../authenticator.ts';
import { createApiToken, createPerson, PASSWORD } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { addPasskey, CONSOLE, createCoded, proofOf, startPasskey } from '../../passkeys.ts';
import { codeNow } from '../../totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_CONSOLE_URL: CONSOLE, RMM_INSTANCE_NAME: 'Muster of Example' });
});
afterAll(() => server.stop());

const list = (token: string) => server.ok('GET /api/me/passkeys', { token });
const trail = (id: string) =>
  server.db.sql`select action, details from audit_entries
    where target_id = ${id} and action like 'user.passkey.%' and outcome = 'success' order by id`;

test('a passkey is added, listed, renamed, counted in the account and removed', async () => {
  const person = await createCoded(server);
  const { token } = person;
  expect(await list(token)).toEqual({ passkeys: [], origin: CONSOLE, available: true });
  const { passkey } = await addPasskey(server, person);
  const expected = { name: 'Laptop', rp_id: 'console.test', backed_up: false, last_used_at: null };
  expect(passkey).toMatchObject(expected);
  expect(await list(token)).toEqual({ passkeys: [passkey], origin: CONSOLE, available: true });
  expect((await server.ok('GET /api/me', { token })).user?.passkeys).toBe(1);
  const params = { id: passkey.id };
  const renamed = await server.ok('PATCH /api/me/passkeys/:id', { token, params, body: { name: ' Key ring ' } });
  expect(renamed).toEqual({ ...passkey, name: 'Key ring' });
  expect((await server.call('DELETE /api/me/passkeys/:id', { token, params })).status).toBe(204);
  expect((await list(token)).passkeys).toEqual([]);
  expect((await server.call('DELETE /api/me/passkeys/:id', { token, params })).status).toBe(404);
  expect(await trail(person.id)).toEqual([
    { action: 'user.passkey.add', details: { passkey: 'Laptop' } },
    { action: 'user.passkey.remove', details: { passkey: 'Key ring' } },
  ]);
});

test('the browser is told the console’s name, the account and the passkeys that it has', async () => {
  const person = await createCoded(server);
  const { authenticator } = await addPasskey(server, person);
  const { options } = await startPasskey(server, person);
  expect(options).toMatchObject({
    rp: { id: 'console.test', name: 'Muster of Example' },
    user: { name: person.username, displayName: person.username },
    attestation: 'none',
    excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { userVerification: 'preferred' },
  });
  expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(person.id.replaceAll('-', ''));
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
});

describe('who may begin', () => {
  const start = (token: string, proof: { current_password: string; code: string }) =>
    server.call('POST /api/me/passkeys/options', { token, body: proof });

  test('409 without codes, which stay when a passkey is lost', async () => {
    const { token } = await createPerson(server.db, { password: PASSWORD });
    const proof = { current_password: PASSWORD, code: '123456' };
    expect(await start(token, proof)).toMatchObject({ status: 409, body: { code: 'totp_required_first' } });
  });

  test('403 with a wrong password, so that a found session plants nothing; guesses are counted with those of the password', async () => {
    const person = await createCoded(server);
    const { token } = person;
    const wrong = { ...(await proofOf(server, person)), current_password: 'wrong' };
    for (let guess = 0; guess < 9; guess++)
      expect(await start(token, wrong)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    const change = { current_password: 'wrong', new_password: `${PASSWORD}x` };
    expect((await server.call('POST /api/me/password', { token, body: change })).status).toBe(403);
    expect((await start(token, await proofOf(server, person))).status).toBe(429);
  });

  test('403 without a code of the app, so that whoever has the password alone makes no second factor of it', async () => {
    const person = await createCoded(server);
    const proof = await proofOf(server, person);
    const recovery = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA';
    await server.db
      .sql`insert into recovery_codes (user_id, code_hash) values (${person.id}, ${hash('sha256', recovery.replaceAll('-', ''), 'buffer')})`;
    expect((await start(person.token, proof)).status).toBe(200);
    for (const code of [proof.code, codeNow(server, person.secret, 20), recovery])
      expect(await start(person.token, { ...proof, code })).toMatchObject({
        status: 403,
        body: { code: 'wrong_code' },
      });
    expect(await start(person.token, { ...proof, code: ' ' })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    const [row] = await server.db.sql`select guesses from totp where user_id = ${person.id}`;
    expect(row?.guesses).toBe(2);
  });

  test('403 for an API token, bound or not', async () => {
    const person = await createCoded(server);
    const { token } = await createApiToken(server.db, { userId: person.id });
    const proof = await proofOf(server, person);
    expect(await start(token, proof)).toMatchObject({ status: 403, body: { code: 'user_session_required' } });
  });
});

/** Adds a passkey with such an authenticator, and returns what came back. */
async function addLying(lies: Lies, origin = CONSOLE) {
  const person = await createCoded(server);
  const { challenge_id, options } = await startPasskey(server, person);
  const response = createAuthenticator(origin).register(options, lies);
  const answer = await server.call('POST /api/me/passkeys', {
    token: person.token,
    body: { challenge_id, name: 'Key', response },
  });
  return { ...answer, left: (await list(person.token)).passkeys.length };
}

/** A certificate would send the server to fetch a revocation list from wherever it names. */
const certified = cborMap([
  [cborText('alg'), cborInt(-7)],
  [cborText('sig'), cborBytes(Buffer.alloc(8))],
  [cborText('x5c'), cborArray([cborBytes(Buffer.alloc(8))])],
]);

describe('400 for what another console, another ceremony or nobody made', () => {
  test.each<[string, Lies]>([
    ['another origin', { origin: 'https://console.test.evil.example' }],
    ['another scheme', { origin: 'http://console.test' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['nobody present', { absent: true }],
    ['a credential under another id', { credentialId: Buffer.alloc(32).toString('base64url') }],
    ['a statement where none belongs', { attestation: { format: 'none', statement: certified } }],
  ])('%s', async (_, lies) => {
    expect(await addLying(lies)).toMatchObject({ status: 400, body: { code: 'passkey_not_verified' }, left: 0 });
  });

  test('bytes that are no CBOR', async () => {
    const person = await createCoded(server);
    const { challenge_id, options } = await startPasskey(server, person);
    const response = createAuthenticator(CONSOLE).register(options);
    response.response.attestationObject = Buffer.alloc(200, 0xff).toString('base64url');
    const body = { challenge_id, name: 'Key', response };
    expect(await server.call('POST /api/me/passkeys', { token: person.token, body })).toMatchObject({
      status: 400,
      body: { code: 'passkey_not_verified' },
    });
  });
});

describe('a challenge', () => {
  const add = (token: string, challenge_id: string, response: unknown) =>
    server.call('POST /api/me/passkeys', { token, body: { challenge_id, name: 'Key', response } });
  const gone = { status: 404, body: { code: 'challenge_not_found' } };

  test('is spent by a wrong answer too', async () => {
    const { token, ...person } = await createCoded(server);
    const { challenge_id, options } = await startPasskey(server, { token, ...person });
    const authenticator = createAuthenticator(CONSOLE);
    expect((await add(token, challenge_id, authenticator.register(options, { rpId: 'x.example' }))).status).toBe(400);
    expect(await add(token, challenge_id, authenticator.register(options))).toMatchObject(gone);
  });

  test('makes one passkey, of twenty who send it at once', async () => {
    const person = await createCoded(server);
    const { challenge_id, options } = await startPasskey(server, person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add(person.token, challenge_id, createAuthenticator(CONSOLE).register(options))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await list(person.token)).passkeys).toHaveLength(1);
  });

  test('is 404 for anybody else, stays good for its owner, and for five minutes only', async () => {
    const [owner, stranger] = [await createCoded(server), await createCoded(server)];
    const { challenge_id, options } = await startPasskey(server, owner);
    const response = createAuthenticator(CONSOLE).register(options);
    expect(await add(stranger.token, challenge_id, response)).toMatchObject(gone);
    expect(await add(owner.token, randomUUID(), response)).toMatchObject(gone);
    expect((await add(owner.token, challenge_id, response)).status).toBe(201);
    const late = await startPasskey(server, owner);
    server.clock.offsetMs = 5 * 60_000 + 1000;
    try {
      const tooLate = createAuthenticator(CONSOLE).register(late.options);
      expect(await add(owner.token, late.challenge_id, tooLate)).toMatchObject(gone);
    } finally {
      server.clock.offsetMs = 0;
    }
  });

  test('is one of five at most, and swept when nobody answered', async () => {
    const person = await createCoded(server);
    const started = [];
    for (let i = 0; i < 7; i++) started.push((await startPasskey(server, person)).challenge_id);
    const left = await server.db.sql`select id from passkey_challenges where user_id = ${person.id} order by id`;
    expect(left.map(({ id }) => id)).toEqual(started.slice(2).toSorted());
    await server.db.sql`update passkey_challenges set expires_at = now() - interval '1 s' where user_id = ${person.id}`;
    expect(await sweepChallenges(server.ctx)).toBeGreaterThanOrEqual(5);
    expect((await server.db.sql`select 1 from passkey_challenges where user_id = ${person.id}`).count).toBe(0);
  });
});

test('409 for an authenticator that has been added before, by whomever', async () => {
  const [one, other] = [await createCoded(server), await createCoded(server)];
  const { authenticator } = await addPasskey(server, one);
  for (const person of [one, other]) {
    const { challenge_id, options } = await startPasskey(server, person);
    const body = { challenge_id, name: 'Again', response: authenticator.register(options) };
    expect(await server.call('POST /api/me/passkeys', { token: person.token, body })).toMatchObject({
      status: 409,
      body: { code: 'passkey_exists' },
    });
  }
});

test('an account has twenty at most, also when two are added at once', async () => {
  const person = await createCoded(server);
  for (let i = 0; i < 19; i++)
    await server.db.sql`
      insert into passkeys (user_id, name, rp_id, credential_id, public_key)
      values (${person.id}, 'Key', 'console.test', ${randomUUID()}, 'x')`;
  const two = [await startPasskey(server, person), await startPasskey(server, person)];
  const answers = await Promise.all(
    two.map(({ challenge_id, options }) =>
      server.call('POST /api/me/passkeys', {
        token: person.token,
        body: { challenge_id, name: 'Key', response: createAuthenticator(CONSOLE).register(options) },
      }),
    ),
  );
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'too_many_passkeys']);
});

test('somebody else’s passkey is 404, and stays as it is', async () => {
  const [owner, stranger] = [await createCoded(server), await createCoded(server)];
  const { passkey } = await addPasskey(server, owner);
  const call = { token: stranger.token, params: { id: passkey.id } };
  for (const answer of [
    await server.call('PATCH /api/me/passkeys/:id', { ...call, body: { name: 'Mine' } }),
    await server.call('DELETE /api/me/passkeys/:id', call),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'passkey_not_found' } });
  expect((await list(owner.token)).passkeys).toEqual([passkey]);
});

test('a credential id is neither listed nor in the audit trail', async () => {
  const person = await createCoded(server);
  const { authenticator } = await addPasskey(server, person);
  expect(JSON.stringify(await list(person.token))).not.toContain(authenticator.credentialId);
  const [entry] = await server.db
    .sql`select 1 from audit_entries e where to_jsonb(e)::text like ${`%${authenticator.credentialId}%`}`;
  expect(entry).toBeUndefined();
});
