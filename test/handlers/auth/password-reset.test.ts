/** Asking for a link to set a new password (ATTACKS.md 3; SPEC.md, Password sign-in and second factor, 4 and 5). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '../../harness.ts';
import { mailsTo, newPeer, tokensTo } from '../../mailed-links.ts';
import { type Resets, startResets } from './resets.ts';

let resets: Resets;
let server: TestServer;
beforeAll(async () => {
  resets = await startResets();
  server = resets.server;
});
afterAll(() => server.stop());

test('the answer is one and the same whoever is asked for', async () => {
  const { email } = await resets.createReader();
  const answers = await Promise.all(
    [email, 'nobody@example.com', 'not an address', "'; drop table users; --"].map((one) => resets.ask(one)),
  );
  for (const { status, body, headers } of answers)
    expect({ status, body, length: headers.get('content-length') }).toEqual({
      status: 202,
      body: { status: 'accepted' },
      length: answers[0]?.headers.get('content-length'),
    });
  await resets.work();
  expect((await mailsTo(server, 'nobody@example.com')).length).toBe(0);
  expect((await server.db.sql`select 1 from password_reset_requests`).count).toBe(0);
});

test('a request does the same work for every address: one row is written, nothing is looked up', async () => {
  const reader = await resets.createReader();
  const statements = await statementsOf(() => resets.ask(reader.email));
  expect(statements).toEqual([expect.stringContaining('insert into password_reset_requests')]);
  expect(await statementsOf(() => resets.ask('nobody@example.com'))).toEqual(statements);
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
  const unconfirmed = await resets.createReader({ confirmed: false });
  const disabled = await resets.createReader();
  await server.ok('POST /api/users/:id/disable', { params: { id: disabled.id } });
  for (const { email } of [unconfirmed, disabled]) expect((await resets.ask(email)).status).toBe(202);
  await resets.work();
  const linked = await resets.createReader();
  await resets.linkToProvider(linked);
  await resets.withSso(async () => {
    expect((await resets.ask(linked.email)).status).toBe(202);
    await resets.work();
  });
  expect(await Promise.all([unconfirmed, disabled, linked].map(({ email }) => mailsTo(server, email)))).toEqual([
    [],
    [],
    [],
  ]);
});

test('of twenty requests at once for an account one becomes a mail', async () => {
  const { email } = await resets.createReader();
  await Promise.all(Array.from({ length: 20 }, () => resets.ask(email)));
  await Promise.all(Array.from({ length: 8 }, resets.work)); // as several servers would
  expect((await tokensTo(server, email)).length).toBe(1);
});

test('an account gets one mail in five minutes and five in a day, and the next day it goes on', async () => {
  const { id, email } = await resets.createReader();
  const askAfter = (minutes: number) =>
    resets.after(minutes, async () => {
      await resets.ask(email);
      await resets.work();
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

test('429 after five requests from one network, whatever addresses they name; others are not held up', async () => {
  const { email } = await resets.createReader();
  const stranger = newPeer();
  const statuses = [];
  for (let call = 0; call < 6; call++)
    statuses.push((await resets.ask(call === 0 ? email : `x${call}@example.com`, stranger)).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect((await resets.ask(email)).status).toBe(202);
});

test('a flood of requests for one address holds nobody else up', async () => {
  const [flooded, other] = [await resets.createReader(), await resets.createReader()];
  await server.db.sql`
    insert into password_reset_requests (email, created_at) select ${flooded.email}, now() from generate_series(1, 300)`;
  await resets.ask(other.email);
  await resets.work();
  expect((await tokensTo(server, other.email)).length).toBe(1);
  expect((await tokensTo(server, flooded.email)).length).toBe(1);
  expect((await server.db.sql`select 1 from password_reset_requests`).count).toBe(0);
});

test('a link that fails does not hold up the others', async () => {
  const [broken, fine] = [await resets.createReader(), await resets.createReader()];
  const { secrets } = server.muster.services;
  const { seal } = secrets;
  secrets.seal = (place, secret) => {
    if (secret.includes(broken.username)) throw new Error('no key');
    return seal(place, secret);
  };
  try {
    await resets.ask(broken.email);
    await resets.ask(fine.email);
    // Ours passes over a request that the server's own round is failing at.
    await vi.waitFor(() => expect(resets.work()).rejects.toThrow('not queued'), { timeout: 10_000 });
    expect(await tokensTo(server, fine.email)).toHaveLength(1);
    expect(await tokensTo(server, broken.email)).toHaveLength(0);
  } finally {
    secrets.seal = seal;
  }
  await resets.work();
  expect(await tokensTo(server, broken.email)).toHaveLength(1);
});

test('a request that nobody could work on for an hour is dropped', async () => {
  const { email } = await resets.createReader();
  const { services } = server.muster;
  await server.db.sql`
    insert into password_reset_requests (email, created_at)
    values (${email}, ${new Date(services.now().getTime() - 61 * 60_000)})`;
  expect(await resets.work()).toBe(0);
  expect(await tokensTo(server, email)).toEqual([]);
  expect((await server.db.sql`select 1 from password_reset_requests where email = ${email}`).count).toBe(0);
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
