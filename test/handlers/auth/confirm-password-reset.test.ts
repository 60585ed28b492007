/** Setting a new password by a mailed link (ATTACKS.md 7; SPEC.md, Password sign-in and second factor, 4 and 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createApiToken, PASSWORD, type Person } from '../../factories.ts';
import type { TestServer } from '../../harness.ts';
import { mailsTo, newPeer, tokenTo } from '../../mailed-links.ts';
import { NEW, type Resets, refused, startResets } from './resets.ts';

let resets: Resets;
let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  resets = await startResets();
  server = resets.server;
  events = recordEvents(server);
});
afterAll(() => server.stop());

test('the link comes by mail, sets the password, and signs nobody in', async () => {
  const reader = await resets.createReader();
  expect(await resets.ask(reader.email.toUpperCase())).toMatchObject({ status: 202, body: { status: 'accepted' } });
  await resets.work();
  const [mail] = await mailsTo(server, reader.email);
  expect(mail).toMatchObject({ kind: 'account.password_reset', username: reader.username });
  expect(mail).toHaveProperty(
    'url',
    expect.stringMatching(/^http:\/\/console\.test\/reset-password#token=rmp_[\w-]{43}$/),
  );
  const answer = await resets.confirm(await tokenTo(server, reader.email));
  expect(answer).toMatchObject({ status: 204, body: null });
  expect([(await resets.login(reader, PASSWORD)).status, (await resets.login(reader, NEW)).status]).toEqual([401, 200]);
});

test('of the link only its hash is kept, and what is mailed lies sealed', async () => {
  const { email } = await resets.createReader();
  const token = await resets.linkFor(email);
  const [row] = await server.db.sql<{ text: string }[]>`
    select (select string_agg(to_jsonb(l)::text, '') from account_links l) || (select string_agg(to_jsonb(m)::text, '')
      from outbox m) || (select string_agg(to_jsonb(a)::text, '') from audit_entries a) as text`;
  expect(row?.text).toContain(email);
  expect(row?.text).not.toContain(token);
});

test('a newer link ends the older one', async () => {
  const { email } = await resets.createReader();
  const older = await resets.linkFor(email);
  await resets.after(6, async () => {
    const newer = await resets.linkFor(email);
    expect(await resets.confirm(older)).toMatchObject(refused);
    expect((await resets.confirm(newer)).status).toBe(204);
  });
});

test('a weak password costs nothing: the link still works', async () => {
  const { email } = await resets.createReader();
  const token = await resets.linkFor(email);
  expect(await resets.confirm(token, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'weak_password', issues: expect.arrayContaining([expect.objectContaining({ path: 'password' })]) },
  });
  expect((await resets.confirm(token)).status).toBe(204);
});

test('of twenty who use a link at once one sets the password', async () => {
  const reader = await resets.createReader();
  const token = await resets.linkFor(reader.email);
  const passwords = Array.from({ length: 20 }, (_, i) => `${NEW}-${i}`);
  const answers = await Promise.all(passwords.map((password) => resets.confirm(token, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(400)]);
  const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
  expect((await resets.login(reader, winner)).status).toBe(200);
  const trail = await server.db.sql`
    select 1 from audit_entries where target_id = ${reader.id} and action = 'user.password.reset' and outcome = 'success'`;
  expect(trail.count).toBe(1);
});

test('unknown, used, expired, foreign and outdated links get one identical answer', async () => {
  const [used, expired, disabled, readdressed, changed, deleted] = await Promise.all(
    Array.from({ length: 6 }, () => resets.createReader()),
  );
  const tokens: string[] = [];
  for (const person of [used, expired, disabled, readdressed, changed, deleted])
    tokens.push(await resets.linkFor(person?.email ?? ''));
  const to = (person?: Person) => ({ params: { id: person?.id ?? '' } });
  expect((await resets.confirm(tokens[0] ?? '')).status).toBe(204);
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
  const answers = await Promise.all([...tokens, 'rmp_unknown', confirmation].map((token) => resets.confirm(token)));
  const { request_id: _, ...first } = answers[0]?.body ?? {};
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect({ ...first, request_id: body.request_id }).toEqual(body);
  }
});

/** A link to confirm an address, which is none to set a password. */
async function confirmationToken(): Promise<string> {
  const { token, email } = await resets.createReader({ confirmed: false });
  await server.ok('POST /api/me/email/verify', { token });
  return tokenTo(server, email);
}

test('an hour later the link is worth nothing', async () => {
  const { email } = await resets.createReader();
  const token = await resets.linkFor(email);
  await resets.after(60, async () => expect(await resets.confirm(token)).toMatchObject(refused));
  expect((await resets.confirm(token)).status).toBe(204);
});

test('what was staged for an authenticator app with the old password is dropped', async () => {
  const reader = await resets.createReader();
  const { token } = await createApiToken(server.db, { userId: reader.id });
  await server.ok('POST /api/me/2fa/setup', { token, body: { current_password: PASSWORD } });
  expect((await resets.confirm(await resets.linkFor(reader.email))).status).toBe(204);
  expect(await server.call('POST /api/me/2fa/enable', { token, body: { code: '123456' } })).toMatchObject({
    status: 409,
    body: { code: 'setup_not_started' },
  });
});

test('all sessions end at once, API tokens go on, and it is audited as the account’s own doing', async () => {
  const reader = await resets.createReader();
  const bound = await createApiToken(server.db, { userId: reader.id });
  const other = await resets.login(reader, PASSWORD);
  const token = await resets.linkFor(reader.email);
  events.take('changed');
  expect((await resets.confirm(token)).status).toBe(204);
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
  const reader = await resets.createReader();
  await server.db.sql`
    insert into totp (user_id, secret, enabled_at) values (${reader.id}, 'sealed elsewhere', now())`;
  expect((await resets.confirm(await resets.linkFor(reader.email))).status).toBe(204);
  expect(await resets.login(reader, NEW)).toMatchObject({ status: 401, body: { totp_required: true } });
});

test('whoever was linked to single sign-on meanwhile cannot redeem an earlier link; the break-glass lets them', async () => {
  const reader = await resets.createReader();
  const token = await resets.linkFor(reader.email);
  await resets.linkToProvider(reader);
  const during = await resets.withSso(() => resets.confirm(token));
  expect(during).toMatchObject(refused);
  expect((await resets.confirm(token)).status).toBe(204);
});

test('429 after ten tries from one network', async () => {
  const peer = newPeer();
  const statuses = [];
  for (let call = 0; call < 11; call++) statuses.push((await resets.confirm('rmp_guess', NEW, peer)).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});
