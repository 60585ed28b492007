/** Setting a new password by a mailed link (ATTACKS.md 3 and 7; SPEC.md, Password sign-in and second factor, 4 and 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequestedLinks } from '../../../domain/account-links/reset-requests.ts';
import { createContext } from '../../context.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { MAIL_STAYS, mailsTo, newPeer, tokensTo, tokenTo } from '../../mailed-links.ts';

const NEW = 'Another-Horse-Stable-7';
const MINUTE_MS = 60_000;
const env = { ...MAIL_STAYS, RMM_TRUSTED_PROXIES: '127.0.0.1' };

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer(env);
  events = recordEvents(server);
});
afterAll(() => server.stop());

let count = 0;
const createReader = async (options: { confirmed?: boolean; role?: string } = {}) => {
  const email = `reader-${++count}@example.com`;
  return { ...(await createPerson(server.db, { password: PASSWORD, email, confirmed: true, ...options })), email };
};

const ask = (email: string, headers = newPeer()) =>
  server.call('POST /api/auth/password-reset', { token: null, body: { email }, headers });
/** What the server does by itself every two seconds; it may have been quicker. */
const work = () => sendRequestedLinks(createContext(server).ctx);
const confirm = (token: string, password = NEW, headers = newPeer()) =>
  server.call('POST /api/auth/password-reset/confirm', { token: null, body: { token, password }, headers });
const login = ({ username }: Person, password: string) =>
  server.call('POST /api/auth/login', { token: null, body: { username, password }, headers: newPeer() });
const linkFor = async (email: string) => {
  await ask(email);
  await work();
  return tokenTo(server, email);
};
const refused = { status: 400, body: { code: 'link_invalid' } };

/** Runs something at another time, and comes back. */
async function after<T>(ms: number, what: () => Promise<T>): Promise<T> {
  server.clock.offsetMs += ms;
  try {
    return await what();
  } finally {
    server.clock.offsetMs -= ms;
  }
}

test('the link comes by mail, sets the password, and signs nobody in', async () => {
  const reader = await createReader();
  expect(await ask(reader.email.toUpperCase())).toMatchObject({ status: 202, body: { status: 'accepted' } });
  await work();
  const [mail] = await mailsTo(server, reader.email);
  expect(mail).toMatchObject({ kind: 'account.password_reset', username: reader.username });
  expect(mail).toHaveProperty(
    'url',
    expect.stringMatching(/^http:\/\/console\.test\/reset-password#token=rmp_[\w-]{43}$/),
  );
  const answer = await confirm(await tokenTo(server, reader.email));
  expect(answer).toMatchObject({ status: 204, body: null });
  expect([(await login(reader, PASSWORD)).status, (await login(reader, NEW)).status]).toEqual([401, 200]);
});

test('of the link only its hash is kept, and what is mailed lies sealed', async () => {
  const { email } = await createReader();
  const token = await linkFor(email);
  const [row] = await server.db.sql<{ text: string }[]>`
    select (select string_agg(to_jsonb(l)::text, '') from account_links l) || (select string_agg(to_jsonb(m)::text, '')
      from mail_outbox m) || (select string_agg(to_jsonb(a)::text, '') from audit_entries a) as text`;
  expect(row?.text).toContain(email);
  expect(row?.text).not.toContain(token);
});

test('the answer is one and the same whoever is asked for', async () => {
  const { email } = await createReader();
  const answers = await Promise.all(
    [email, 'nobody@example.com', 'not an address', "'; drop table users; --"].map((one) => ask(one)),
  );
  for (const { status, body, headers } of answers)
    expect({ status, body, length: headers.get('content-length') }).toEqual({
      status: 202,
      body: { status: 'accepted' },
      length: answers[0]?.headers.get('content-length'),
    });
  await work();
  expect((await mailsTo(server, 'nobody@example.com')).length).toBe(0);
  expect((await server.db.sql`select 1 from password_reset_requests`).count).toBe(0);
});

test('a request does the same work for every address: one row is written, nothing is looked up', async () => {
  const reader = await createReader();
  const statements = await statementsOf(() => ask(reader.email));
  expect(statements).toEqual([expect.stringContaining('insert into password_reset_requests')]);
  expect(await statementsOf(() => ask('nobody@example.com'))).toEqual(statements);
});

/** What a call asks of the database. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const { services } = server.muster;
  const { pool } = services;
  const seen: string[] = [];
  services.pool = new Proxy(pool, {
    apply: (target, self, args) => {
      seen.push(String(args[0]));
      return Reflect.apply(target, self, args);
    },
    get: (target, key) => {
      if (key === 'begin') seen.push('begin');
      return Reflect.get(target, key);
    },
  });
  await call();
  services.pool = pool;
  return seen;
}

test('nobody is mailed who has not confirmed the address, is disabled, or signs in over single sign-on', async () => {
  const unconfirmed = await createReader({ confirmed: false });
  const disabled = await createReader();
  await server.ok('POST /api/users/:id/disable', { params: { id: disabled.id } });
  for (const { email } of [unconfirmed, disabled]) expect((await ask(email)).status).toBe(202);
  await work();
  const linked = await createReader();
  await linkToProvider(linked);
  await withSso(async () => {
    expect((await ask(linked.email)).status).toBe(202);
    await work();
  });
  expect(await Promise.all([unconfirmed, disabled, linked].map(({ email }) => mailsTo(server, email)))).toEqual([
    [],
    [],
    [],
  ]);
});

const linkToProvider = ({ id }: Person) =>
  server.db.sql`insert into sso_identities (user_id, issuer, subject) values (${id}, 'https://idp.test', ${id})`;

/** Single sign-on is on meanwhile, for the server's own work too. */
async function withSso<T>(what: () => Promise<T>): Promise<T> {
  const { settings } = server.muster.services;
  settings.sso.enabled = true;
  return what().finally(() => {
    settings.sso.enabled = false;
  });
}

test('of twenty requests at once for an account one becomes a mail', async () => {
  const { email } = await createReader();
  await Promise.all(Array.from({ length: 20 }, () => ask(email)));
  await Promise.all(Array.from({ length: 8 }, work)); // as several servers would
  expect((await tokensTo(server, email)).length).toBe(1);
});

test('an account gets one mail in five minutes and five in a day, and the next day it goes on', async () => {
  const { id, email } = await createReader();
  const askAfter = (minutes: number) =>
    after(minutes * MINUTE_MS, async () => {
      await ask(email);
      await work();
    });
  const sent = async () =>
    (await server.db.sql`select 1 from audit_entries where target_id = ${id} and action = 'user.password_reset.mail'`)
      .count;
  for (const minutes of [0, 4]) await askAfter(minutes);
  expect(await sent()).toBe(1);
  for (const minutes of [6, 12, 18, 24, 30, 36]) await askAfter(minutes);
  expect(await sent()).toBe(5);
  await askAfter(25 * 60);
  expect(await sent()).toBe(6);
});

test('a newer link ends the older one', async () => {
  const { email } = await createReader();
  const older = await linkFor(email);
  await after(6 * MINUTE_MS, async () => {
    const newer = await linkFor(email);
    expect(await confirm(older)).toMatchObject(refused);
    expect((await confirm(newer)).status).toBe(204);
  });
});

test('429 after five requests from one network, whatever addresses they name; others are not held up', async () => {
  const { email } = await createReader();
  const stranger = newPeer();
  const statuses = [];
  for (let call = 0; call < 6; call++)
    statuses.push((await ask(call === 0 ? email : `x${call}@example.com`, stranger)).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect((await ask(email)).status).toBe(202);
});

test('a weak password costs nothing: the link still works', async () => {
  const { email } = await createReader();
  const token = await linkFor(email);
  expect(await confirm(token, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'weak_password', issues: expect.arrayContaining([expect.objectContaining({ path: 'password' })]) },
  });
  expect((await confirm(token)).status).toBe(204);
});

test('of twenty who use a link at once one sets the password', async () => {
  const reader = await createReader();
  const token = await linkFor(reader.email);
  const passwords = Array.from({ length: 20 }, (_, i) => `${NEW}-${i}`);
  const answers = await Promise.all(passwords.map((password) => confirm(token, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(400)]);
  const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
  expect((await login(reader, winner)).status).toBe(200);
  const trail = await server.db.sql`
    select 1 from audit_entries where target_id = ${reader.id} and action = 'user.password.reset' and outcome = 'success'`;
  expect(trail.count).toBe(1);
});

test('unknown, used, expired, foreign and outdated links get one identical answer', async () => {
  const [used, expired, disabled, readdressed, changed, deleted] = await Promise.all(
    Array.from({ length: 6 }, () => createReader()),
  );
  const tokens: string[] = [];
  for (const person of [used, expired, disabled, readdressed, changed, deleted])
    tokens.push(await linkFor(person?.email ?? ''));
  const to = (person?: Person) => ({ params: { id: person?.id ?? '' } });
  expect((await confirm(tokens[0] ?? '')).status).toBe(204);
  await server.db
    .sql`update account_links set expires_at = now() - interval '1 second' where user_id = ${expired?.id ?? ''}`;
  await server.ok('POST /api/users/:id/disable', to(disabled));
  await server.ok('POST /api/users/:id/enable', to(disabled));
  await server.ok('PUT /api/users/:id/email', { ...to(readdressed), body: { email: 'elsewhere@example.com' } });
  await server.ok('POST /api/me/password', {
    token: changed?.token,
    body: { current_password: PASSWORD, new_password: `${NEW}!` },
  });
  await server.ok('DELETE /api/users/:id', to(deleted));
  const confirmation = await confirmationToken();
  const answers = await Promise.all([...tokens, 'rmp_unknown', confirmation].map((token) => confirm(token)));
  const { request_id: _, ...first } = answers[0]?.body ?? {};
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect({ ...first, request_id: body.request_id }).toEqual(body);
  }
});

/** A link to confirm an address, which is none to set a password. */
async function confirmationToken(): Promise<string> {
  const { token, email } = await createReader({ confirmed: false });
  await server.ok('POST /api/me/email/verify', { token });
  return tokenTo(server, email);
}

test('an hour later the link is worth nothing', async () => {
  const { email } = await createReader();
  const token = await linkFor(email);
  await after(60 * MINUTE_MS, async () => expect(await confirm(token)).toMatchObject(refused));
  expect((await confirm(token)).status).toBe(204);
});

test('all sessions end at once, API tokens go on, and it is audited as the account’s own doing', async () => {
  const reader = await createReader();
  const bound = await createApiToken(server.db, { userId: reader.id });
  const other = await login(reader, PASSWORD);
  const token = await linkFor(reader.email);
  events.take('changed');
  expect((await confirm(token)).status).toBe(204);
  const [event] = events.take('access.changed');
  expect(event?.sessionIds).toHaveLength(2);
  for (const session of [reader.token, other.body.token])
    expect((await server.call('GET /api/me', { token: session })).status).toBe(401);
  expect((await server.call('GET /api/me', { token: bound.token })).status).toBe(200);
  const trail = await server.db.sql`
    select action, actor_kind, actor_id, details from audit_entries
    where target_id = ${reader.id} and action like 'user.password%' order by id`;
  expect(trail).toEqual([
    { action: 'user.password_reset.mail', actor_kind: 'system', actor_id: null, details: {} },
    { action: 'user.password.reset', actor_kind: 'user', actor_id: reader.id, details: { sessions_revoked: 2 } },
  ]);
});

test('the second factor stays in force', async () => {
  const reader = await createReader();
  await server.db.sql`
    insert into totp (user_id, secret, enabled_at) values (${reader.id}, 'sealed elsewhere', now())`;
  expect((await confirm(await linkFor(reader.email))).status).toBe(204);
  expect(await login(reader, NEW)).toMatchObject({ status: 401, body: { totp_required: true } });
});

test('whoever was linked to single sign-on meanwhile cannot redeem an earlier link; the break-glass lets them', async () => {
  const reader = await createReader();
  const token = await linkFor(reader.email);
  await linkToProvider(reader);
  const during = await withSso(() => confirm(token));
  expect(during).toMatchObject(refused);
  expect((await confirm(token)).status).toBe(204);
});

test('429 after ten tries from one network', async () => {
  const peer = newPeer();
  const statuses = [];
  for (let call = 0; call < 11; call++) statuses.push((await confirm('rmp_guess', NEW, peer)).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

test('a link that fails does not hold up the others', async () => {
  const [broken, fine] = [await createReader(), await createReader()];
  const { secrets } = server.muster.services;
  const { seal } = secrets;
  secrets.seal = (place, secret) => {
    if (secret.includes(broken.username)) throw new Error('no key');
    return seal(place, secret);
  };
  await ask(broken.email);
  await ask(fine.email);
  await expect(work()).rejects.toThrow('not queued');
  secrets.seal = seal;
  expect(await tokensTo(server, fine.email)).toHaveLength(1);
  expect(await tokensTo(server, broken.email)).toHaveLength(0);
  await work();
  expect(await tokensTo(server, broken.email)).toHaveLength(1);
});

test('without an account transport the answer is the same, and nothing is kept', async () => {
  await using bare = await startBare();
  const body = { email: 'somebody@example.com' };
  expect(await bare.server.call('POST /api/auth/password-reset', { token: null, body })).toMatchObject({ status: 202 });
  expect((await bare.server.db.sql`select 1 from password_reset_requests`).count).toBe(0);
});

async function startBare() {
  const bare = await startServer();
  return { server: bare, [Symbol.asyncDispose]: bare.stop };
}
