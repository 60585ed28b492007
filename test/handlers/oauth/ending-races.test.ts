/** Rotation, exchange and whatever ends them, all at once: each is answered, and nothing waits in a circle (ATTACKS.md 14, 15, 18). */
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authorize,
  type Grant,
  type OauthServer,
  obtain,
  refreshForm,
  startOauthServer,
  type Tokens,
} from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

const ROUNDS = 3;
const many = <T>(count: number, work: () => Promise<T>) => Array.from({ length: count }, work);
const refresh = ({ clientId }: Grant, token: string) => server.post('/oauth/token', refreshForm(token, clientId));
const tokensOf = async ({ applicationId }: Grant) =>
  (await server.db.sql`select 1 from oauth_tokens where application_id = ${applicationId}`).count;

/** What `work` leaves free to others while it waits for a row that somebody holds. */
async function whileHeld(
  hold: (sql: TransactionSql) => Promise<unknown>,
  work: () => Promise<{ status: number }>,
  isFree: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const { sql } = server.db;
  let answer: Promise<{ status: number }> | undefined;
  await sql.begin(async (holding) => {
    await hold(holding);
    answer = work();
    const waiting = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).count).toBeGreaterThan(0);
    await sql.begin(isFree);
  });
  expect((await answer)?.status).toBe(200);
}

test('a refresh takes the family before its token, as whoever revokes it does', async () => {
  const { applicationId: id, ...grant } = await obtain(server);
  await whileHeld(
    (sql) => sql`select 1 from oauth_families where application_id = ${id} for update`,
    () => server.post('/oauth/token', refreshForm(grant.refresh_token)),
    (sql) => sql`select 1 from oauth_tokens where application_id = ${id} for update nowait`,
  );
});

test('an exchange takes the application as it will need it before its code, as a removal does', async () => {
  const { applicationId: id, form } = await authorize(server);
  await whileHeld(
    (sql) => sql`select 1 from oauth_applications where id = ${id} for no key update`,
    () => server.post('/oauth/token', form),
    (sql) => sql`select 1 from oauth_codes where application_id = ${id} for update nowait`,
  );
});

/** Runs it several times. A circle of locks would end one of them as a fault. */
async function race(round: (grant: Grant & Tokens) => Promise<{ status: number }[]>): Promise<void> {
  for (let index = 0; index < ROUNDS; index += 1) {
    const grant = await obtain(server);
    const statuses = (await round(grant)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await tokensOf(grant)).toBe(0);
  }
}

test('a token that is reused, a code that is replayed and a revocation end an authorization that is being refreshed', () =>
  race(async (grant) => {
    const second = (await refresh(grant, grant.refresh_token)).body;
    const third = (await refresh(grant, second.refresh_token)).body;
    return Promise.all([
      ...many(4, () => refresh(grant, third.refresh_token)),
      ...many(4, () => refresh(grant, grant.refresh_token)),
      ...many(2, () => server.post('/oauth/revoke', { token: second.access_token })),
      server.post('/oauth/token', grant.form),
    ]);
  }));

test('an application is removed while codes are exchanged and tokens refreshed', () =>
  race(async (grant) => {
    const application = { id: grant.applicationId, clientId: grant.clientId };
    const codes = await Promise.all(many(3, () => authorize(server, { application })));
    return Promise.all([
      ...many(4, () => refresh(grant, grant.refresh_token)),
      server.call('DELETE /api/oauth-apps/:id', { params: { id: grant.applicationId } }),
      ...codes.map(({ form }) => server.post('/oauth/token', form)),
      server.post('/oauth/revoke', { token: grant.access_token }),
    ]);
  }));

test('an account is removed while its tokens are refreshed', () =>
  race((grant) =>
    Promise.all([
      ...many(4, () => refresh(grant, grant.refresh_token)),
      server.call('DELETE /api/users/:id', { params: { id: grant.userId } }),
      ...many(2, () => refresh(grant, grant.refresh_token)),
    ]),
  ));
