/** A session that is being started while the account is disabled or its password changed: never left behind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { start } from '../../../domain/sessions/sign-in.ts';
import { admit, type Candidate, findByUsername } from '../../../domain/users/sign-in.ts';
import { createContext } from '../../context.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const disable = ({ id }: Person) => server.call('POST /api/users/:id/disable', { params: { id } });
const changePassword = ({ token }: Person) =>
  server.call('POST /api/me/password', {
    token,
    body: { current_password: PASSWORD, new_password: 'Another-Horse-Stable-7' },
  });
const changes = [
  ['disabled', disable],
  ['given another password', changePassword],
] as const;

async function checkedCandidate(): Promise<{ person: Person; candidate: Candidate }> {
  const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  const candidate = await findByUsername(createContext(server).ctx, person.username);
  if (!candidate) throw new Error('the account is missing');
  return { person, candidate };
}

const sessionsOf = async ({ id }: Person) => (await server.db.sql`select 1 from sessions where user_id = ${id}`).count;

test.each(changes)('nobody is admitted whose account was %s after the password was checked', async (_, change) => {
  const { person, candidate } = await checkedCandidate();
  expect((await change(person)).status).toBeLessThan(300);
  const { ctx } = createContext(server);
  expect(await transaction(ctx, (inside) => admit(inside, candidate))).toBe(false);
});

test.each(changes)('an account that is %s while its session starts keeps none of that start', async (_, change) => {
  const { person, candidate } = await checkedCandidate();
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  const { promise: started, resolve: starts } = Promise.withResolvers<void>();
  const starting = transaction(createContext(server).ctx, async (inside) => {
    expect(await admit(inside, candidate)).toBe(true);
    const signedIn = await start(inside, candidate.id, 'password');
    starts();
    await held;
    return signedIn;
  });
  await Promise.race([started, starting]);
  expect(await sessionsOf(person)).toBe(1); // the new one is not committed yet
  const changing = change(person);
  await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
  finish();
  const { token } = await starting;
  expect((await changing).status).toBeLessThan(300);
  expect((await server.call('GET /api/me', { token })).status).toBe(401);
});

const waitsForLock = async () =>
  (
    await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).count > 0;
