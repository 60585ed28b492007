/** What is changed at an account is mailed to its owner (OWASP Authentication Cheat Sheet), by a real server for mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRequestedLinks } from '../../../domain/account-links/reset-requests.ts';
import { type MailContent, PasswordChange, SecondFactorChange } from '../../../domain/mail/content.ts';
import { render } from '../../../domain/mail/render.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { newPeer } from '../../mailed-links.ts';
import { addPasskey, CONSOLE } from '../../passkeys.ts';
import { linkIn, type MailServer, startMailServer } from '../../smtp.ts';
import { codeNow, toNextStep, turnOn } from '../../totp.ts';

const NEW = 'Another-Horse-Stable-7';
const MINUTE_MS = 60_000;

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startMailServer();
  const env = { RMM_CONSOLE_URL: CONSOLE, RMM_INSTANCE_NAME: 'Lab & Co', RMM_TRUSTED_PROXIES: '127.0.0.1' };
  server = await startServer({ ...smtp.env, ...env });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let count = 0;
async function createReader(options: { confirmed?: boolean; role?: string } = {}) {
  const email = `owner-${++count}@example.com`;
  return { ...(await createPerson(server.db, { password: PASSWORD, email, confirmed: true, ...options })), email };
}
type Reader = Awaited<ReturnType<typeof createReader>>;
const to = ({ id }: Person) => ({ params: { id } });
const changePassword = ({ token }: Person, current_password: string, new_password: string) =>
  server.ok('POST /api/me/password', { token, body: { current_password, new_password } });
/** Texts of so many mails, in the order in which they were received, which may not be the one in which they were queued. */
const textsTo = async ({ email }: Reader, mails = 1) =>
  (await smtp.mailsTo(email, mails)).map(({ parsed }) => ({
    subject: parsed.subject,
    text: parsed.text ?? '',
    html: parsed.html,
  }));
const subjectsTo = async (reader: Reader, mails: number) =>
  (await textsTo(reader, mails)).map(({ subject }) => subject);
/** What was ever queued for the account, sent or not. */
const noticesOf = ({ id }: Person) => server.db.sql`select about from owner_notices where user_id = ${id}`;
const waitingFor = ({ id }: Person) => server.db.sql`select kind from outbox where user_id = ${id}`;

describe('the owner hears', () => {
  test('that the password was changed, when, and what to do if it was somebody else', async () => {
    const reader = await createReader();
    await changePassword(reader, PASSWORD, NEW);
    const [mail] = await textsTo(reader);
    expect(mail?.subject).toBe('Your password for Lab & Co was changed');
    expect(mail?.text).toContain(`Hello ${reader.username},`);
    expect(mail?.text).toMatch(/was changed on \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
    expect(mail?.text).toContain('If it was not you, somebody else knows your password');
    expect(mail?.html).toContain('your account on Lab &amp; Co was changed');
    expect(mail?.html).not.toContain('<a ');
    expect(mail?.text).not.toMatch(/#|token/);
  });

  test('in their language', async () => {
    const reader = await createReader();
    await server.ok('PATCH /api/me', { token: reader.token, body: { language: 'de' } });
    await changePassword(reader, PASSWORD, NEW);
    const [mail] = await textsTo(reader);
    expect(mail?.subject).toBe('Ihr Passwort für Lab & Co wurde geändert');
    expect(mail?.text).toContain('Wenn Sie das nicht waren, kennt jemand Ihr Passwort');
  });

  test('that it was set by a mailed link, which only works for who reads the mail', async () => {
    const reader = await createReader();
    await server.call('POST /api/auth/password-reset', {
      token: null,
      body: { email: reader.email },
      headers: newPeer(),
    });
    await sendRequestedLinks(server.ctx);
    const [asked] = await smtp.mailsTo(reader.email);
    const token = asked ? linkIn(asked).split('#token=')[1] : '';
    const body = { token, password: NEW };
    await server.ok('POST /api/auth/password-reset/confirm', { token: null, body, headers: newPeer() });
    const texts = (await textsTo(reader, 2)).map(({ text }) => text);
    expect(texts[1]).toContain('with a link that was mailed to you');
    expect(texts[1]).toContain('secure your mailbox first');
  });

  test('at the old address that it was changed, and to which, so that only who knows it can tell', async () => {
    const reader = await createReader();
    await server.ok('PUT /api/users/:id/email', {
      ...to(reader),
      body: { email: `mallory-${count}@elsewhere.example` },
    });
    const [mail] = await textsTo(reader);
    expect(mail?.subject).toBe('Your address for Lab & Co was changed');
    expect(mail?.text).toContain('The new one is m***@elsewhere.example.');
    expect(mail?.text).toContain('tell an administrator at once');
    expect(mail?.text).not.toContain('mallory');
    const [link] = await smtp.mailsTo(`mallory-${count}@elsewhere.example`);
    expect(link?.parsed.subject).toBe('Confirm your address for Lab & Co');
  });

  test('at the old address also while the account is disabled, which would else hide that somebody takes it over', async () => {
    const reader = await createReader();
    await server.ok('POST /api/users/:id/disable', to(reader));
    const email = `mallory-${count}@elsewhere.example`;
    await server.ok('PUT /api/users/:id/email', { ...to(reader), body: { email } });
    await server.ok('POST /api/users/:id/enable', to(reader));
    expect(await subjectsTo(reader, 1)).toEqual(['Your address for Lab & Co was changed']);
  });

  test('at the old address that it was removed', async () => {
    const reader = await createReader();
    await server.ok('PUT /api/users/:id/email', { ...to(reader), body: { email: '' } });
    expect(await subjectsTo(reader, 1)).toEqual(['Your address for Lab & Co was removed']);
  });

  test('of each change of the second factor', async () => {
    const reader = await createReader();
    const { token } = reader;
    const { secret } = await turnOn(server, reader);
    const { passkey } = await addPasskey(server, { ...reader, secret });
    toNextStep(server);
    await server.ok('DELETE /api/me/passkeys/:id', { token, params: { id: passkey.id } });
    await server.ok('POST /api/me/2fa/recovery-codes', { token, body: { code: codeNow(server, secret) } });
    toNextStep(server);
    const staged = { current_password: PASSWORD, code: codeNow(server, secret) };
    const next = (await server.ok('POST /api/me/2fa/setup', { token, body: staged })).secret;
    await server.ok('POST /api/me/2fa/enable', { token, body: { code: codeNow(server, next) } });
    toNextStep(server);
    const body = { current_password: PASSWORD, code: codeNow(server, next) };
    await server.ok('POST /api/me/2fa/disable', { token, body });
    expect((await subjectsTo(reader, 6)).toSorted()).toEqual([
      'A passkey was added for Lab & Co',
      'A passkey was removed for Lab & Co',
      'Another authenticator app was set up for Lab & Co',
      'New recovery codes were made for Lab & Co',
      'Two-step sign-in was turned off for Lab & Co',
      'Two-step sign-in was turned on for Lab & Co',
    ]);
    for (const { text } of await textsTo(reader, 6)) expect(text).toContain('somebody else is in your account');
  });

  test('that an administrator reset it, once: again there is nothing to reset', async () => {
    const reader = await createReader();
    await turnOn(server, reader);
    await server.ok('POST /api/users/:id/2fa/reset', to(reader));
    await server.ok('POST /api/users/:id/2fa/reset', to(reader));
    const mails = await textsTo(reader, 2);
    expect(mails.map(({ subject }) => subject)).toContain(
      'Two-step sign-in was reset by an administrator for Lab & Co',
    );
    expect(mails.map(({ text }) => text).join()).toContain('If this was not agreed with you');
    expect(await noticesOf(reader)).toHaveLength(2);
  });
});

describe('nobody is written to', () => {
  test('at an address that is not confirmed, which may be a stranger’s', async () => {
    const reader = await createReader({ confirmed: false });
    await changePassword(reader, PASSWORD, NEW);
    await server.ok('PUT /api/users/:id/email', { ...to(reader), body: { email: '' } });
    expect([...(await noticesOf(reader)), ...(await waitingFor(reader))]).toEqual([]);
  });

  test('who is disabled', async () => {
    const reader = await createReader();
    await turnOn(server, reader);
    await smtp.mailsTo(reader.email);
    await server.ok('POST /api/users/:id/disable', to(reader));
    await server.ok('POST /api/users/:id/2fa/reset', to(reader));
    expect(await noticesOf(reader)).toHaveLength(1);
  });

  test('about what did not take place', async () => {
    const [reader, other] = [await createReader(), await createReader()];
    const body = { current_password: 'Wrong-Horse-Battery-9', new_password: NEW };
    expect((await server.call('POST /api/me/password', { token: reader.token, body })).status).toBe(403);
    const taken = { ...to(reader), body: { email: other.email } };
    expect((await server.call('PUT /api/users/:id/email', taken)).status).toBe(409);
    expect([...(await noticesOf(reader)), ...(await waitingFor(reader))]).toEqual([]);
  });

  test('by a server that sends no mail about accounts', async () => {
    const bare = await startServer();
    const person = await createPerson(bare.db, { password: PASSWORD, email: 'silent@example.com', confirmed: true });
    const body = { current_password: PASSWORD, new_password: NEW };
    await bare.ok('POST /api/me/password', { token: person.token, body });
    expect((await bare.db.sql`select 1 from outbox`).count).toBe(0);
    await bare.stop();
  });
});

test('a loop of changes makes one mail a minute and five a day, and hides no change of another kind', async () => {
  const reader = await createReader();
  server.clock.offsetMs += MINUTE_MS - ((Date.now() + server.clock.offsetMs) % MINUTE_MS);
  let [current, next] = [PASSWORD, NEW];
  const change = async () => {
    await changePassword(reader, current, next);
    [current, next] = [next, current];
  };
  await change();
  await change();
  expect(await noticesOf(reader)).toHaveLength(1);
  for (let minute = 1; minute < 7; minute++) {
    server.clock.offsetMs += MINUTE_MS;
    await change();
  }
  await server.ok('PUT /api/users/:id/email', { ...to(reader), body: { email: '' } });
  const subjects = await subjectsTo(reader, 6);
  expect(subjects.filter((subject) => subject === 'Your password for Lab & Co was changed')).toHaveLength(5);
  expect(subjects).toContain('Your address for Lab & Co was removed');
  await server.ok('PUT /api/users/:id/email', { ...to(reader), body: { email: reader.email } });
  await server.db.sql`update users set email_confirmed_at = now() where id = ${reader.id}`;
  server.clock.offsetMs += 24 * 60 * MINUTE_MS;
  await change();
  expect((await noticesOf(reader)).map(({ about }) => about)).toEqual([
    'account.email_changed',
    'account.password_changed:by_owner',
  ]);
});

const changed = { username: 'sam', at: '2026-11-20T14:05:00.000Z' };
const every: MailContent[] = [
  ...PasswordChange.options.map((change) => ({ kind: 'account.password_changed' as const, ...changed, change })),
  { kind: 'account.email_changed', ...changed, to: 'm***@example.com' },
  { kind: 'account.email_changed', ...changed, to: null },
  ...SecondFactorChange.options.map((change) => ({
    kind: 'account.second_factor_changed' as const,
    ...changed,
    change,
  })),
  { kind: 'account.sso_changed', ...changed, change: 'linked' },
  { kind: 'account.sso_changed', ...changed, change: 'unlinked' },
];

test.each(['en', 'de'])(
  'in %s every notice names account and time, differs, and holds nothing to press',
  (language) => {
    const letters = every.map((content) => render(content, language, { instanceName: 'Lab', consoleUrl: CONSOLE }));
    for (const { subject, text, html } of letters) {
      expect(subject).toContain('Lab');
      expect(text).toContain('sam,');
      expect(text).toContain(language === 'en' ? '20 November 2026 at 14:05 UTC' : '20. November 2026 um 14:05 UTC');
      expect(text.replace(`on Lab, ${CONSOLE}`, '').replace(`auf Lab, ${CONSOLE}`, '')).not.toContain('http');
      expect(html).not.toContain('<a ');
      expect(text).not.toContain('undefined');
    }
    expect(new Set(letters.map(({ text }) => text)).size).toBe(every.length);
  },
);
