/** Applications whose client_id is the address of a metadata document, on the consent page: known at first sight. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Application, ask, codesOf, openPage, requestOf, returned, submit } from '../../consent.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startIdentityProvider, type TestProvider } from '../../identity-provider.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';
import { CONSOLE, comeBack, cookieOf, throughProvider } from '../sso/browser.ts';

let provider: TestProvider;
let server: OauthServer;
let person: Person;
let document: Record<string, unknown>;
let counter = 0;
let app: Application;
beforeAll(async () => {
  provider = await startIdentityProvider(CONSOLE);
  server = await startOauthServer(
    { ...provider.env, RMM_OIDC_ROLE: 'tech' },
    { clientDocuments: { fetch: async () => ({ text: JSON.stringify(document), maxAgeSec: null }) } },
  );
  person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => {
  const clientId = `https://client.example.com/${++counter}.json`;
  app = { id: '', clientId, name: 'Document' };
  document = { client_id: clientId, client_name: 'Document', redirect_uris: ['https://client.example.com/callback'] };
});

const registered = async (): Promise<Application> => {
  const [row] = await server.db.sql<
    { id: string }[]
  >`select id from oauth_applications where client_id = ${app.clientId}`;
  return { ...app, id: row?.id ?? '' };
};
/** As pruning does with what nobody used. */
const forget = () => server.db.sql`delete from oauth_applications where client_id = ${app.clientId}`;

test('one is asked for, and gets its code; also if it was pruned between page and form', async () => {
  const page = await openPage(server, app);
  expect(page.html).toContain('Document');
  await forget();
  const answer = await submit(server, page, { username: person.username, password: PASSWORD });
  expect(returned(answer).parameters.code).toMatch(/^rmc_/);
  expect(await codesOf(server, await registered())).toBe(1);
});

test('one may begin at the provider, and be pruned until the browser comes back', async () => {
  const prepared = await server.call('GET /oauth/authorize/sso', { token: null, query: requestOf(app) });
  const state = new URL(prepared.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const begun = await server.call('GET /api/auth/oidc/begin', { token: null, query: { state } });
  const query = await throughProvider(new URL(begun.headers.get('location') ?? ''));
  await forget();
  const answer = await comeBack(server, query, cookieOf(begun));
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('ada@example.com');
});

test('one whose document says something else is a page', async () => {
  document.client_id = 'https://client.example.com/another.json';
  const answer = await ask(server, requestOf(app));
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(answer.body).toContain('What it publishes about itself');
});

test('one waits where new applications wait', async () => {
  await server.db.sql`update oauth_policy set require_approval = true`;
  const answer = await ask(server, requestOf(app));
  await server.db.sql`update oauth_policy set require_approval = false`;
  expect(answer.status).toBe(403);
  expect(answer.body).toContain('waits for an administrator');
});

test('a form that names documents is counted like a page: each costs a fetch', async () => {
  document.redirect_uris = ['http://evil.test/'];
  const form = { ...requestOf(app), sso_grant: 'rmg_made-up' };
  const from = { 'x-forwarded-for': '203.0.113.200' };
  const statuses = [];
  for (let index = 0; index < 301; index += 1)
    statuses.push((await submit(server, { hidden: form, cookie: '' }, {}, from)).status);
  expect([statuses.slice(0, 300).every((status) => status === 400), statuses[300]]).toEqual([true, 429]);
});
