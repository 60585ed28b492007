import { expect, test } from 'vitest';
import { relyingParty } from '../../../domain/passkeys/relying-party.ts';
import { createAuthenticator } from '../../authenticator.ts';
import { startServer } from '../../harness.ts';
import { CONSOLE, createCoded, proofOf, startPasskey } from '../../passkeys.ts';

test('a console under an address says why it takes no passkey, and refuses to begin', async () => {
  const server = await startServer({ RMM_CONSOLE_URL: 'http://127.0.0.1:8080' });
  try {
    const person = await createCoded(server);
    const { token } = person;
    const answer = { passkeys: [], origin: 'http://127.0.0.1:8080', available: false, reason: 'ip_address' };
    expect(await server.ok('GET /api/me/passkeys', { token })).toEqual(answer);
    const body = await proofOf(server, person);
    expect(await server.call('POST /api/me/passkeys/options', { token, body })).toMatchObject({
      status: 409,
      body: { code: 'passkeys_unavailable' },
    });
  } finally {
    await server.stop();
  }
});

test('an account that signs in over single sign-on is refused, and again where it has begun before it was linked', async () => {
  const server = await startServer({
    RMM_CONSOLE_URL: CONSOLE,
    RMM_OIDC_ENABLED: 'true',
    RMM_OIDC_ISSUER: 'https://idp.test',
    RMM_OIDC_CLIENT_ID: 'muster',
  });
  try {
    const person = await createCoded(server);
    const { token } = person;
    const { challenge_id, options } = await startPasskey(server, person);
    await server.db
      .sql`insert into sso_identities (user_id, issuer, subject) values (${person.id}, 'https://idp.test', 'x')`;
    const body = { challenge_id, name: 'Key', response: createAuthenticator(CONSOLE).register(options) };
    const refused = { status: 403, body: { code: 'sso_linked' } };
    expect(await server.call('POST /api/me/passkeys', { token, body })).toMatchObject(refused);
    expect(await server.ok('GET /api/me/passkeys', { token })).toMatchObject({
      available: false,
      reason: 'sso_linked',
    });
    const start = await proofOf(server, person);
    expect(await server.call('POST /api/me/passkeys/options', { token, body: start })).toMatchObject(refused);
  } finally {
    await server.stop();
  }
});

test('a passkey is not added to an account whose codes went off meanwhile', async () => {
  const server = await startServer({ RMM_CONSOLE_URL: CONSOLE });
  try {
    const person = await createCoded(server);
    const { challenge_id, options } = await startPasskey(server, person);
    await server.db.sql`delete from totp where user_id = ${person.id}`;
    const body = { challenge_id, name: 'Key', response: createAuthenticator(CONSOLE).register(options) };
    expect(await server.call('POST /api/me/passkeys', { token: person.token, body })).toMatchObject({
      status: 409,
      body: { code: 'totp_required_first' },
    });
  } finally {
    await server.stop();
  }
});

test.each([
  ['https://rmm.example.com', 'rmm.example.com'],
  ['https://rmm.example.com:8443', 'rmm.example.com'],
  ['https://rmm', 'rmm'],
  ['http://localhost:8080', 'localhost'],
  ['http://rmm.localhost', 'rmm.localhost'],
  ['http://rmm.example.com', 'no_https'],
  ['http://notlocalhost', 'no_https'],
  ['http://127.0.0.1:8080', 'ip_address'],
  ['https://127.1', 'ip_address'],
  ['https://0x7f000001', 'ip_address'],
  ['https://[::1]:8080', 'ip_address'],
])('%s is %s to a browser', (consoleUrl, expected) => {
  const judged = relyingParty({ settings: { consoleUrl, instanceName: 'Muster' } });
  expect(judged.party?.rpId ?? ('reason' in judged && judged.reason)).toBe(expected);
});
