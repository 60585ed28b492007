/** Two relays side by side: neither carries the other's mail, neither waits for the other. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MailTransport, queueMail } from '../../../domain/mail/queue.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type MailServer, startMailServer } from '../../smtp.ts';

let accounts: MailServer;
let alerts: MailServer;
let server: TestServer;
let reader: Person;
beforeAll(async () => {
  [accounts, alerts] = [await startMailServer(), await startMailServer()];
  server = await startServer({ ...accounts.env, RMM_SMTP_ALERTS_ALLOW_PRIVATE: 'true' });
  reader = await createPerson(server.db);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([accounts.stop(), alerts.stop()]);
});
const relay = () => ({ host: '127.0.0.1', port: alerts.port, security: 'none', sender: 'alerts@example.com' });
const set = (body: object) => server.ok('PUT /api/config/smtp/alerts', { body });
beforeEach(async () => {
  for (const smtp of [accounts, alerts]) smtp.behave('accept');
  await set(relay());
});

const queue = (transport: MailTransport, recipient: string) =>
  queueMail(server.ctx, { transport, content: { kind: 'test', transport }, recipient, userId: reader.id });
const failure = async (recipient: string) =>
  (await server.db.sql`select state, attempts, last_error from outbox where recipient = ${recipient}`)[0];
const until = (recipient: string, expected: object) =>
  vi.waitFor(async () => expect(await failure(recipient)).toMatchObject(expected), { timeout: 10_000, interval: 20 });

test('alerts leave by their own relay, mail about accounts by the other', async () => {
  await queue('alerts', 'alert@example.com');
  await queue('account', 'account@example.com');
  expect((await alerts.mailsTo('alert@example.com'))[0]?.from).toBe('alerts@example.com');
  expect((await accounts.mailsTo('account@example.com'))[0]?.from).toBe('muster@example.com');
});

test('an alert whose relay refuses waits for it, and never leaves by the other', async () => {
  alerts.behave('busy');
  await queue('alerts', 'refused@example.com');
  await until('refused@example.com', { state: 'pending', attempts: 1 });
  expect(accounts.mails.filter(({ to }) => to.includes('refused@example.com'))).toEqual([]);
});

test('an alert that was queued before alert mail was turned off waits too', async () => {
  await set({ host: '' });
  await server.db.sql`
    insert into outbox (transport, kind, recipient, user_id, payload)
    values ('alerts', 'test', 'late@example.com', ${reader.id}, 'x')`;
  server.muster.services.publish([{ type: 'mail.queued' }]);
  await until('late@example.com', { state: 'pending', last_error: 'Alert mail is off.' });
  expect(await queue('alerts', 'never@example.com')).toBe(false);
  await set({ ...relay(), enabled: false });
  expect(await queue('alerts', 'never@example.com')).toBe(false);
});

test('an alert relay that stalls holds up no mail about accounts', async () => {
  alerts.behave('stall');
  for (let count = 0; count < 6; count++) await queue('alerts', `stalled${count}@example.com`);
  await vi.waitFor(() => expect(alerts.mails.filter(({ to }) => to[0]?.startsWith('stalled'))).toHaveLength(4), {
    timeout: 10_000,
  });
  await queue('account', 'prompt@example.com');
  expect(await accounts.mailsTo('prompt@example.com')).toHaveLength(1);
  expect(alerts.mails.filter(({ to }) => to[0]?.startsWith('stalled'))).toHaveLength(4); // no more senders than that
});
