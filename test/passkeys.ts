/** People with two-step sign-in and passkeys, on a server whose console has a name. */
import { randomBytes } from 'node:crypto';
import { secretPlace } from '../domain/second-factors/sealed.ts';
import { newSecret } from '../domain/second-factors/totp.ts';
import type { Passkey, PasskeyOffer } from '../schema/passkeys.ts';
import { createAuthenticator, type SoftwareAuthenticator } from './authenticator.ts';
import { createPerson, PASSWORD, type Person } from './factories.ts';
import type { Answer, TestServer } from './harness.ts';
import { codeNow } from './totp.ts';

/** For RMM_CONSOLE_URL. */
export const CONSOLE = 'https://console.test';

/** Somebody whose codes are on, with the secret of the app. */
export type Coded = Person & { secret: string };

export async function createCoded(server: TestServer): Promise<Coded> {
  const person = await createPerson(server.db, { password: PASSWORD });
  const secret = newSecret(randomBytes);
  const sealed = server.ctx.secrets.seal(secretPlace(person.id), secret);
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${person.id}, ${sealed}, now())`;
  return { ...person, secret };
}

/** Password and a code, as if the last one had been taken long ago: no test waits for the next step. */
export async function proofOf(server: TestServer, { id, secret }: Pick<Coded, 'id' | 'secret'>) {
  await server.db.sql`update totp set last_step = 0 where user_id = ${id}`;
  return { current_password: PASSWORD, code: codeNow(server, secret) };
}

export const startPasskey = async (server: TestServer, person: Coded) =>
  server.ok('POST /api/me/passkeys/options', { token: person.token, body: await proofOf(server, person) });

export async function addPasskey(
  server: TestServer,
  person: Coded,
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
