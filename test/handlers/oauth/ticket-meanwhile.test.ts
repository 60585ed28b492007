/** A ticket of a provider sign-in whose account loses its link between being spent and the code (ATTACKS.md 18). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { authorizeByTicket } from '../../../domain/oauth/authorize/by-ticket.ts';
import { judgeRequest } from '../../../domain/oauth/authorize/request.ts';
import { mintGrant } from '../../../domain/oauth/sso-grants.ts';
import { type Application, application, codesOf, requestOf, trailOf } from '../../consent.ts';
import { createContext } from '../../context.ts';
import { createPerson, type Person } from '../../factories.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
let app: Application;
let person: Person;
let ticket: string;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  app = await application(server);
  person = await createPerson(server.db);
  await server.db.sql`
    insert into sso_identities (user_id, issuer, subject) values (${person.id}, 'https://provider.test', ${randomUUID()})`;
  const { ctx } = createContext(server);
  const asked = await judgeRequest(ctx, requestOf(app));
  if ('redirect' in asked) throw new Error(asked.redirect);
  ticket = await transaction(ctx, (inside) => mintGrant(inside, asked, person.id));
});

const authorized = () => authorizeByTicket(createContext(server).ctx, requestOf(app), ticket);
const isWaiting = async () =>
  (
    await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).count > 0;

test('authorizes while the link is there', async () => {
  expect(await authorized()).toMatchObject({ issued: { code: expect.stringMatching(/^rmc_/) } });
});

test('authorizes nothing when the link goes while it waits for the account', async () => {
  let authorizing: Promise<unknown> | undefined;
  await server.db.sql.begin(async (sql) => {
    await sql`select 1 from users where id = ${person.id} for update`;
    await sql`delete from sso_identities where user_id = ${person.id}`;
    authorizing = authorized();
    authorizing.catch(() => {}); // it is looked at below
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  });
  await expect(authorizing).rejects.toMatchObject({ status: 403, code: 'sso_grant_rejected' });
  expect(await codesOf(server, app)).toBe(0);
  expect(await trailOf(server, app)).toMatchObject([
    { action: 'oauth.sso_grant.reject', details: { reason: 'unknown_or_spent' } },
  ]);
});
