/** Who is told of waiting applications, and how often (ATTACKS.md 20). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`delete from oauth_applications`;
  await server.db.sql`update oauth_policy set require_approval = true`;
});

let counter = 0;
const register = (from: string) =>
  server.register({ client_name: `Flood ${++counter}`, redirect_uris: ['https://client.example.com/callback'] }, from);
const told = async () => (await server.db.sql`select 1 from oauth_applications where told_at is not null`).count;

test('of one network five waiting applications are told of in an hour, whatever it registers', async () => {
  for (let index = 1; index <= 7; index += 1) expect((await register('192.0.2.1')).status).toBe(201);
  for (let index = 1; index <= 7; index += 1) await register(`2001:db8:1:1::${index}`);
  expect(await told()).toBe(10);
  await register('192.0.2.2');
  expect(await told()).toBe(11);
  await server.db.sql`update oauth_applications set told_at = told_at - interval '61 minutes'`;
  await register('192.0.2.1');
  expect(await told()).toBe(12);
});

test('of all networks twenty, and none while five hundred wait that were told of', async () => {
  for (let index = 1; index <= 22; index += 1) await register(`198.18.0.${index}`);
  expect(await told()).toBe(20);
  expect((await server.db.sql`select 1 from oauth_applications`).count).toBe(22);
  await server.db.sql`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint, told_at)
    select 'old-' || n, 'registered', 'old', '{https://old.test/}', '{old.test}', 'pending', sha256(n::text::bytea),
           now() - interval '1 day' from generate_series(1, 480) n`;
  await server.db.sql`update oauth_applications set told_at = told_at - interval '61 minutes'`;
  await register('198.18.1.1');
  expect(await told()).toBe(500);
});
