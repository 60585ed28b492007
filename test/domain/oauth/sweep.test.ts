/** What ends by itself, and what an administrator ends (SPEC.md, Limits; ATTACKS.md 18, 20). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { makeRoom, pruneApplications } from '../../../domain/oauth/applications/prune.ts';
import { remove } from '../../../domain/oauth/applications/remove.ts';
import { sweepOauth } from '../../../domain/oauth/sweep.ts';
import { sweepSso } from '../../../domain/sso/sweep.ts';
import { createOauthApplication } from '../../factories.ts';
import { auditOf, authorize, CALLBACK, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`delete from oauth_applications`;
});

const sql = () => server.db.sql;
const left = async (table: string, applicationId: string) =>
  (await sql()`select 1 from ${sql()(table)} where application_id = ${applicationId}`).length;

test('a pair stays until both tokens have expired, and its family until the last pair goes', async () => {
  const grant = await obtain(server);
  await server.post('/oauth/token', refreshForm(grant.refresh_token));
  const expire = (what: 'expires_at' | 'refresh_expires_at', spent: boolean) => sql()`
    update oauth_tokens set ${sql()(what)} = now() - interval '1 second'
    where application_id = ${grant.applicationId} and (spent_at is not null) = ${spent}`;
  await expire('expires_at', true);
  await sweepOauth(server.ctx);
  expect(await left('oauth_tokens', grant.applicationId)).toBe(2);
  await expire('refresh_expires_at', true);
  await sweepOauth(server.ctx);
  expect(await left('oauth_tokens', grant.applicationId)).toBe(1);
  expect(await left('oauth_families', grant.applicationId)).toBe(1);
  await expire('refresh_expires_at', false);
  await sweepOauth(server.ctx);
  expect(await left('oauth_tokens', grant.applicationId)).toBe(1);
  await expire('expires_at', false);
  await sweepOauth(server.ctx);
  expect(await left('oauth_tokens', grant.applicationId)).toBe(0);
  expect(await left('oauth_families', grant.applicationId)).toBe(0);
});

test('of more than one statement should take, all go', async () => {
  const { applicationId } = await obtain(server);
  await sql()`
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at, spent_at)
    select family_id, application_id, user_id, sha256(('a' || n)::bytea), sha256(('r' || n)::bytea), now() - interval '1 day',
           now() - interval '1 day', now()
    from oauth_tokens, generate_series(1, 20001) n where application_id = ${applicationId}`;
  expect(await sweepOauth(server.ctx)).toBe(20_001);
  expect(await left('oauth_tokens', applicationId)).toBe(1);
  expect(await left('oauth_families', applicationId)).toBe(1);
});

test('codes that nobody exchanged go', async () => {
  const grant = await authorize(server);
  await sweepOauth(server.ctx);
  expect(await left('oauth_codes', grant.applicationId)).toBe(1);
  await sql()`update oauth_codes set expires_at = now() - interval '1 second'`;
  await sweepOauth(server.ctx);
  expect(await left('oauth_codes', grant.applicationId)).toBe(0);
});

test('tickets of sign-ins that nobody went on with go', async () => {
  const { applicationId, userId } = await authorize(server);
  await sql()`
    insert into oauth_sso_grants (ticket_hash, application_id, user_id, redirect_uri, code_challenge, expires_at)
    select sha256(sec::text::bytea), ${applicationId}, ${userId}, ${CALLBACK}, 'x', now() + make_interval(secs => sec)
    from unnest('{-1, 60}'::int[]) as sec`;
  expect(await sweepSso(server.ctx)).toBe(1);
  expect(await sql()`select expires_at > now() as good from oauth_sso_grants`).toEqual([{ good: true }]);
});

test('applications that nobody used go after a day; what waits, or was approved, after thirty', async () => {
  const made = (days: number, change: { pending?: boolean; approved?: boolean; used?: boolean } = {}) =>
    createOauthApplication(server.db, { status: change.pending ? 'pending' : 'approved' }).then(async ({ id }) => {
      await sql()`
        update oauth_applications set created_at = now() - make_interval(days => ${days}),
          approved_by = ${change.approved ? sql().json({ name: 'somebody' }) : null},
          last_used_at = ${change.used ? new Date() : null}
        where id = ${id}`;
      return id;
    });
  const gone = [await made(2), await made(31, { pending: true }), await made(31, { approved: true })];
  const kept = [
    await made(0),
    await made(29, { pending: true }),
    await made(29, { approved: true }),
    await made(400, { used: true }),
  ];
  expect(await transaction(server.ctx, pruneApplications)).toBe(3);
  const rows = await sql()<{ id: string }[]>`select id from oauth_applications`;
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  expect(gone).toHaveLength(3);
  const [entry] =
    await sql()`select details from audit_entries where action = 'oauth.app.prune' order by id desc limit 1`;
  expect(entry).toEqual({ details: { applications: 3 } });
});

test('before the thousand-and-first unused application the oldest hundred go, and none that is used', async () => {
  await sql()`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint, created_at, last_used_at)
    select 'flood-' || n, 'registered', 'flood', ${[CALLBACK]}, '{client.example.com}', 'approved', sha256(n::text::bytea),
           now() - make_interval(secs => 2000 - n), case when n <= 10 then now() end
    from generate_series(1, 1010) n`;
  const answer = await server.register({ client_name: 'One more', redirect_uris: [CALLBACK] });
  expect(answer.status).toBe(201);
  const rows = await sql()<{ n: number }[]>`
    select substr(client_id, 7)::int as n from oauth_applications where name = 'flood' order by 1`;
  expect(rows).toHaveLength(910);
  expect(rows.slice(0, 11).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 111]);
  await transaction(server.ctx, makeRoom);
  expect(await sql()`select 1 from oauth_applications`).toHaveLength(911);
});

test('what an administrator was told of stays when others have to make room', async () => {
  const { id } = await createOauthApplication(server.db, { status: 'pending' });
  await sql()`update oauth_applications set created_at = now() - interval '1 day', told_at = now() where id = ${id}`;
  await sql()`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint)
    select 'flood-' || n, 'registered', 'flood', ${[CALLBACK]}, '{client.example.com}', 'pending', sha256(n::text::bytea)
    from generate_series(1, 1000) n`;
  await transaction(server.ctx, makeRoom);
  expect(await sql()`select 1 from oauth_applications where id = ${id}`).toHaveLength(1);
  expect(await sql()`select 1 from oauth_applications`).toHaveLength(901);
});

test('a removal takes codes, tokens and sign-ins along, counts tokens that were alive, and is audited', async () => {
  const application = await createOauthApplication(server.db);
  const grants = [await obtain(server, { application }), await obtain(server, { application })];
  await server.post('/oauth/token', refreshForm(grants[0]?.refresh_token ?? ''));
  const { userId } = await authorize(server, { application });
  await sql()`
    insert into oauth_sso_grants (ticket_hash, application_id, user_id, redirect_uri, code_challenge, expires_at)
    values (sha256('x'), ${application.id}, ${userId}, ${CALLBACK}, 'x', now() + interval '5 minutes')`;
  await sql()`
    update oauth_tokens set expires_at = now(), refresh_expires_at = now() where access_hash = (
      select access_hash from oauth_tokens where application_id = ${application.id} and spent_at is null limit 1)`;
  await transaction(server.ctx, (ctx) => remove(ctx, application.id));
  for (const table of ['oauth_codes', 'oauth_tokens', 'oauth_families', 'oauth_sso_grants'])
    expect(await left(table, application.id)).toBe(0);
  expect((await auditOf(server.db, application.id)).at(-1)).toMatchObject({
    action: 'oauth.app.revoke',
    details: { hosts: ['client.example.com'], tokens: 2 },
  });
  await expect(transaction(server.ctx, (ctx) => remove(ctx, application.id))).rejects.toMatchObject({ status: 404 });
});
