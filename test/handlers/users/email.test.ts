/** Mail addresses of accounts: set by somebody else, confirmed by their owner (ATTACKS.md 38; SPEC.md, Limits). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { MAIL_STAYS, mailsTo, newPeer, tokensTo, tokenTo } from '../../mailed-links.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ ...MAIL_STAYS, RMM_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());

let count = 0;
const newAddress = () => `person-${++count}@example.com`;
const createUnconfirmed = async () => {
  const email = newAddress();
  return { ...(await createPerson(server.db, { email, role: 'tech' })), email };
};
const to = ({ id }: { id: string }, token?: string) => ({ params: { id }, token });
const set = (person: { id: string }, email: string, token?: string) =>
  server.call('PUT /api/users/:id/email', { ...to(person, token), body: { email } });
const sendLink = (person: { id: string }, token?: string) =>
  server.call('POST /api/users/:id/email/verify', to(person, token));
const confirm = (token: string, headers = newPeer()) =>
  server.call('POST /api/auth/verify-email', { token: null, body: { token }, headers });
const isConfirmed = async ({ token }: Person) => (await server.ok('GET /api/me', { token })).user?.email_confirmed;
const trailOf = ({ id }: { id: string }) => server.db.sql`
  select action, actor_kind, details from audit_entries
  where target_id = ${id} and action like 'user.email%' and outcome = 'success' order by id`;

test('a new address is unconfirmed and gets a link; pressing it confirms, as the account’s own doing', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  const email = newAddress();
  expect(await set(person, email.toUpperCase())).toMatchObject({
    status: 200,
    body: { email, email_confirmed: false },
  });
  const [mail] = await mailsTo(server, email);
  expect(mail).toMatchObject({ kind: 'account.email_confirmation', username: person.username });
  expect(mail).toHaveProperty(
    'url',
    expect.stringMatching(/^http:\/\/console\.test\/confirm-email#token=rmq_[\w-]{43}$/),
  );
  expect(await confirm(await tokenTo(server, email))).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  expect(await isConfirmed(person)).toBe(true);
  expect(await trailOf(person)).toEqual([
    { action: 'user.email.update', actor_kind: 'bootstrap', details: { from: null, to: email } },
    { action: 'user.email_confirmation.mail', actor_kind: 'bootstrap', details: { email } },
    { action: 'user.email.confirm', actor_kind: 'user', details: { email } },
  ]);
});

test('a new account with an address gets a link too; one without does not', async () => {
  const email = newAddress();
  const made = await server.ok('POST /api/users', {
    body: { username: `made-${count}`, password: PASSWORD, role: 'tech', email },
  });
  expect(made).toMatchObject({ email, email_confirmed: false });
  expect(await tokensTo(server, email)).toHaveLength(1);
  const queued = (await server.db.sql`select 1 from outbox`).count;
  await server.ok('POST /api/users', {
    body: { username: `made-${count}-b`, password: PASSWORD, role: 'tech', email: '' },
  });
  expect((await server.db.sql`select 1 from outbox`).count).toBe(queued);
});

test('the same address again changes nothing, another one is unconfirmed and ends what was mailed, blank clears', async () => {
  const person = await createUnconfirmed();
  await server.ok('POST /api/me/email/verify', { token: person.token });
  const old = await tokenTo(server, person.email);
  await sendLink(person);
  const spare = await tokenTo(server, person.email);
  expect((await confirm(old)).status).toBe(200);
  expect(await set(person, person.email)).toMatchObject({ body: { email_confirmed: true } });
  expect(await confirm(spare)).toMatchObject({ status: 400 });
  const moved = newAddress();
  expect(await set(person, moved)).toMatchObject({ body: { email: moved, email_confirmed: false } });
  const outdated = await tokenTo(server, moved);
  expect(await set(person, '')).toMatchObject({ body: { email: null, email_confirmed: false } });
  expect(await set(person, moved)).toMatchObject({ body: { email: moved, email_confirmed: false } });
  expect(await confirm(outdated)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  expect((await confirm(await tokenTo(server, moved))).status).toBe(200);
});

test('409 for an address that somebody has, in whatever case', async () => {
  const [one, other] = [await createUnconfirmed(), await createUnconfirmed()];
  expect(await set(one, other.email.toUpperCase())).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect((await set(one, 'no address')).status).toBe(400);
  expect((await set({ id: crypto.randomUUID() }, newAddress())).status).toBe(404);
});

test('nobody takes an account over by its address: not one that holds more, not without users.email.manage', async () => {
  const caller = await createPerson(server.db, { permissions: ['users.manage', 'users.email.manage', 'jobs.view'] });
  const [weak, strong] = [
    await createPerson(server.db, { permissions: ['jobs.view'] }),
    await createPerson(server.db, { permissions: ['jobs.manage'], email: newAddress() }),
  ];
  expect((await set(weak, newAddress(), caller.token)).status).toBe(200);
  for (const refused of [await set(strong, newAddress(), caller.token), await sendLink(strong, caller.token)])
    expect(refused).toMatchObject({ status: 403, body: { code: 'exceeds_permissions' } });
  const manager = await createPerson(server.db, { permissions: ['users.manage', 'jobs.view'] });
  for (const refused of [await set(weak, newAddress(), manager.token), await sendLink(weak, manager.token)])
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  expect(await trailOf(strong)).toEqual([]);
});

test('a link is sent on request, to oneself and by somebody who manages accounts, until the address is confirmed', async () => {
  const person = await createUnconfirmed();
  const ask = () => server.call('POST /api/me/email/verify', { token: person.token });
  expect(await ask()).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await sendLink(person)).toMatchObject({ status: 202, body: { status: 'sent' } });
  const [first] = await tokensTo(server, person.email);
  expect((await confirm(first ?? '')).status).toBe(200); // a second link to the same address ends none
  for (const answer of [await ask(), await sendLink(person)])
    expect(answer).toMatchObject({ status: 202, body: { status: 'already_confirmed' } });
  expect(await tokensTo(server, person.email)).toHaveLength(2);
});

test('409 without an address and for a disabled account', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  expect(await sendLink(person)).toMatchObject({ status: 409, body: { code: 'no_email' } });
  const disabled = await createUnconfirmed();
  await server.ok('POST /api/users/:id/disable', to(disabled));
  expect(await sendLink(disabled)).toMatchObject({ status: 409, body: { code: 'account_disabled' } });
});

test('429 after three links in five minutes to an address and ten a day for an account, also of many at once', async () => {
  const person = await createUnconfirmed();
  const { token } = person;
  const ask = () => server.call('POST /api/me/email/verify', { token });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(202), ...Array(17).fill(429)]);
  const last = await ask();
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(200);
  const corrected = newAddress();
  expect((await set(person, corrected)).status).toBe(200); // one put right at once is mailed at once
  expect(await tokensTo(server, corrected)).toHaveLength(1);
  for (let sent = 5; sent <= 11; sent++) {
    server.clock.offsetMs = (sent - 4) * 10 * MINUTE_MS;
    expect((await ask()).status).toBe(sent <= 10 ? 202 : 429);
  }
  server.clock.offsetMs = 0;
});

test('unknown, used, expired, foreign and outdated links get one identical answer', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, createUnconfirmed));
  const [used, expired, moved, disabled] = people;
  const tokens: string[] = [];
  for (const person of people) {
    await sendLink(person);
    tokens.push(await tokenTo(server, person.email));
  }
  expect((await confirm(tokens[0] ?? '')).status).toBe(200);
  await server.db
    .sql`update account_links set expires_at = now() - interval '1 second' where user_id = ${expired?.id ?? ''}`;
  await set(moved ?? { id: '' }, newAddress());
  await server.ok('POST /api/users/:id/disable', to(disabled ?? { id: '' }));
  expect(await isConfirmed(used as Person)).toBe(true);
  const answers = await Promise.all([...tokens, 'rmq_unknown', 'rmp_unknown'].map((token) => confirm(token)));
  const { request_id: _, ...first } = answers[0]?.body ?? {};
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body).toEqual({ ...first, code: 'link_invalid', request_id: body.request_id });
  }
});

test('of twenty who use a link at once one confirms, and it is audited once', async () => {
  const person = await createUnconfirmed();
  await sendLink(person);
  const token = await tokenTo(server, person.email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
  const confirmed = (await trailOf(person)).filter(({ action }) => action === 'user.email.confirm');
  expect(confirmed).toHaveLength(1);
});

test('a link lives 48 hours', async () => {
  const person = await createUnconfirmed();
  await sendLink(person);
  const token = await tokenTo(server, person.email);
  server.clock.offsetMs = 48 * HOUR_MS;
  expect((await confirm(token)).status).toBe(400);
  server.clock.offsetMs = 48 * HOUR_MS - MINUTE_MS;
  expect((await confirm(token)).status).toBe(200);
  server.clock.offsetMs = 0;
});

test('following the link alone changes nothing: a mail scanner confirms no address', async () => {
  for (const method of ['GET', 'HEAD'])
    expect((await server.call(`${method} /api/auth/verify-email`, { token: null })).status).toBe(405);
});

test('429 after ten tries from one network', async () => {
  const peer = newPeer();
  const statuses = [];
  for (let call = 0; call < 11; call++) statuses.push((await confirm('rmq_guess', peer)).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

test('without an account transport an address is set and nothing is sent, and asking for a link says why', async () => {
  const bare = await startServer();
  const person = await createPerson(bare.db);
  const body = { email: newAddress() };
  await bare.ok('PUT /api/users/:id/email', { ...to(person), body });
  expect(await bare.call('POST /api/me/email/verify', { token: person.token })).toMatchObject({
    status: 409,
    body: { code: 'smtp_not_configured' },
  });
  expect((await bare.db.sql`select 1 from outbox`).count).toBe(0);
  await bare.stop();
});
