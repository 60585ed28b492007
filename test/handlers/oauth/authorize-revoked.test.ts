/** An application that is removed, or may not connect any more, while somebody consents: nothing is issued (ATTACKS.md 18). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { remove } from '../../../domain/oauth/applications/remove.ts';
import { issue } from '../../../domain/oauth/authorize/issue.ts';
import { type Asked, judgeRequest } from '../../../domain/oauth/authorize/request.ts';
import { type Application, application, codesOf, openPage, requestOf, submit, trailOf } from '../../consent.ts';
import { createContext } from '../../context.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
let app: Application;
let person: Person;
beforeAll(async () => {
  server = await startOauthServer();
  person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
});
afterAll(() => server.stop());
beforeEach(async () => {
  app = await application(server);
});

const credentials = () => ({ username: person.username, password: PASSWORD });
const setApplication = (change: string) =>
  server.db.ownerSql.unsafe(`update oauth_applications set ${change} where id = '${app.id}'`);
const setPolicy = (change: string) => server.db.ownerSql.unsafe(`update oauth_policy set ${change}`);
const removal = () => server.ok('DELETE /api/oauth-apps/:id', { params: { id: app.id } });

const changes: [string, () => Promise<unknown>, number, string][] = [
  ['is removed', removal, 400, 'unknown_client'],
  ['waits for approval', () => setApplication(`status = 'pending'`), 403, 'application_pending'],
  [
    'is allowed no more',
    () => setPolicy(`registration = 'allowed_hosts', allowed_hosts = '{claude.ai}'`),
    403,
    'application_not_allowed',
  ],
  [
    'has another redirect URI',
    () => setApplication(`redirect_uris = '{https://client.example.com/new}'`),
    400,
    'unregistered_redirect',
  ],
];

test.each(changes)('that %s between page and form gets nothing, and is sent nothing', async (_, change, status) => {
  const page = await openPage(server, app);
  await change();
  const answer = await submit(server, page, credentials());
  await setPolicy(`registration = 'any', allowed_hosts = '{}'`);
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
  expect(await codesOf(server, app)).toBe(0);
});

async function judged(): Promise<Asked> {
  const asked = await judgeRequest(createContext(server).ctx, requestOf(app));
  if ('redirect' in asked) throw new Error(asked.redirect);
  return asked;
}

test.each(changes)(
  'that %s after the request was judged is seen by who issues the code',
  async (_, change, __, why) => {
    const asked = await judged();
    await change();
    const issued = await transaction(createContext(server).ctx, (inside) => issue(inside, asked, person, 'password'));
    await setPolicy(`registration = 'any', allowed_hosts = '{}'`);
    expect(issued).toEqual({ refused: why });
    expect(await codesOf(server, app)).toBe(0);
    expect((await trailOf(server, app)).filter(({ action }) => action === 'oauth.authorize')).toEqual([]);
  },
);

const waitsForLock = async () =>
  (
    await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).count > 0;

test('that is being removed while its code is issued: the code waits, and there is none', async () => {
  const page = await openPage(server, app);
  let submitted: ReturnType<typeof submit> | undefined;
  await transaction(createContext(server).ctx, async (inside) => {
    await remove(inside, app.id);
    submitted = submit(server, page, credentials());
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
  });
  const answer = await submitted;
  expect([answer?.status, answer?.headers.get('location')]).toEqual([400, null]);
  expect(await codesOf(server, app)).toBe(0);
});

test.each([
  ['is put back to waiting', `status = 'pending'`, 'application_pending'],
  ['gets another redirect URI', `redirect_uris = '{https://client.example.com/new}'`, 'unregistered_redirect'],
])('that %s while its code is issued: the code waits, and there is none', async (_, change, why) => {
  const asked = await judged();
  let issuing: Promise<unknown> | undefined;
  await server.db.ownerSql.begin(async (sql) => {
    await sql.unsafe(`update oauth_applications set ${change} where id = '${app.id}'`);
    issuing = transaction(createContext(server).ctx, (inside) => issue(inside, asked, person, 'password'));
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
  });
  expect(await issuing).toEqual({ refused: why });
});

test('that is removed right behind its code: the removal waits, and takes the code along', async () => {
  const asked = await judged();
  let removing: Promise<unknown> | undefined;
  const issued = await transaction(createContext(server).ctx, async (inside) => {
    const done = await issue(inside, asked, person, 'password');
    removing = removal();
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
    return done;
  });
  await removing;
  expect(issued).toEqual({ code: expect.stringMatching(/^rmc_/) });
  expect(await codesOf(server, app)).toBe(0);
});
