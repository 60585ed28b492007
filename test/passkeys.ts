/** People with two-step sign-in and passkeys, on a server whose console has a name. */
import { randomBytes } from 'node:crypto';
import { secretPlace } from '../domain/second-factors/sealed.ts';
import { newSecret } from '../domain/second-factors/totp.ts';
import type { Passkey, PasskeyOffer } from '../schema/passkeys.ts';
import { createAuthenticator, type SoftwareAuthenticator } from './authenticator.ts';
import { createPerson, PASSWORD, type Person } from './factories.ts';
import type { Answer, TestServer } from './harness.ts';

/** For RMM_CONSOLE_URL. */
export const CONSOLE = 'https://console.test';

/** Somebody whose codes are on. */
export async function createCoded(server: TestServer): Promise<Person> {
  const person = await createPerson(server.db, { password: PASSWORD });
  const secret = server.ctx.secrets.seal(secretPlace(person.id), newSecret(randomBytes));
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${person.id}, ${secret}, now())`;
  return person;
}

export const startPasskey = (server: TestServer, { token }: Person, current_password = PASSWORD) =>
  server.ok('POST /api/me/passkeys/options', { token, body: { current_password } });

export async function addPasskey(
  server: TestServer,
  person: Person,
  authenticator: SoftwareAuthenticator = createAuthenticator(CONSOLE),
  name = 'Laptop',
): Promise<{ authenticator: SoftwareAuthenticator; passkey: Passkey }> {
  const { challenge_id, options } = await startPasskey(server, person);
  const response = authenticator.register(options);
  const passkey = await server.ok('POST /api/me/passkeys', {
    token: person.token,
    body: { challenge_id, name, response },
  });
  return { authenticator, passkey };
}

export const signIn = (
  server: TestServer,
  { username }: Person,
  second: Record<string, unknown> = {},
): Promise<Answer> =>
  server.call('POST /api/auth/login', { token: null, body: { username, password: PASSWORD, ...second } });

/** What the 401 offers after the password. */
export async function offered(server: TestServer, person: Person): Promise<PasskeyOffer> {
  const { status, body } = await signIn(server, person);
  if (status !== 401 || !body.passkey) throw new Error(`no passkey was asked for: ${status} ${JSON.stringify(body)}`);
  return body.passkey;
}
