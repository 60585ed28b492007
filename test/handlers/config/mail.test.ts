import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reseal } from '../../../domain/reseal.ts';
import { createMailer } from '../../../runtime/mailer.ts';
import { createSecretBox } from '../../../runtime/secret-box.ts';
import { createApiToken, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type MailServer, startMailServer } from '../../smtp.ts';

const KEY = randomBytes(32);
let smtp: MailServer;
let server: TestServer;
/** What names lead to. */
const names: Record<string, string[]> = {};
beforeAll(async () => {
  smtp = await startMailServer();
  const resolve = async (host: string) => names[host] ?? [host];
  server = await startServer(
    { ...smtp.env, RMM_SECRET_KEY: KEY.toString('base64') },
    { mailer: createMailer({ resolve, timeoutMs: 20_000 }) },
  );
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.behave('accept');
  Object.assign(names, { 'relay.example.com': ['8.8.8.8'], 'other.example.com': ['1.1.1.1'] });
  await server.db.sql`delete from alert_relay`;
});

let count = 0;
/** Somebody with an address of their own. */
async function person(more: Parameters<typeof createPerson>[1] = {}) {
  const made = await createPerson(server.db, more);
  const email = `operator${++count}@example.com`;
  await server.db.sql`update users set email = ${email} where id = ${made.id}`;
  return { ...made, email };
}

const relay = {
  host: 'relay.example.com',
  port: 587,
  security: 'starttls',
  username: 'muster',
  password: 'relay-password',
  sender: 'Alerts <alerts@example.com>',
};
const { password: _, ...withoutPassword } = relay;
const put = (body: unknown, token?: string) => server.call('PUT /api/config/smtp/alerts', { body, token });
const read = () => server.ok('GET /api/config/smtp/alerts');
const audited = async () => {
  const { entries } = await server.ok('GET /api/audit', { query: { action: 'config.smtp.alerts.update', limit: 1 } });
  return entries[0]?.details;
};

describe('the relay for accounts', () => {
  test('is shown as the environment names it, without its login', async () => {
    expect(await server.ok('GET /api/config/smtp')).toEqual({
      set: true,
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      username_set: false,
      sender: 'Muster <muster@example.com>',
    });
  });

  test('sends a test to the caller alone, in their language, and the trail tells', async () => {
    const { token, email, id } = await person({ permissions: ['settings.manage'] });
    await server.db.sql`update users set language = 'de' where id = ${id}`;
    expect(await server.ok('POST /api/config/smtp/test', { token })).toEqual({ recipient: email });
    const [mail] = await smtp.mailsTo(email);
    expect(mail?.parsed.subject).toBe('Test-E-Mail von console.test');
    const { entries } = await server.ok('GET /api/audit', { query: { action: 'config.smtp.test', limit: 1 } });
    expect(entries[0]).toMatchObject({ target: { name: 'account' }, details: { transport: 'account' } });
  });

  test('400 no_address for who has none, and for tokens', async () => {
    const { token } = await createPerson(server.db);
    const unbound = await createApiToken(server.db);
    for (const [one, why] of [
      [token, /your account has none/],
      [unbound.token, /belongs to no account/],
      [undefined, /belongs to no account/],
    ] as const)
      expect(await server.call('POST /api/config/smtp/test', { token: one })).toMatchObject({
        status: 400,
        body: { code: 'no_address', error: expect.stringMatching(why) },
      });
  });

  test('is quoted when it refuses', async () => {
    const { token } = await person();
    smtp.behave('refuse_recipient');
    const answer = await server.call('POST /api/config/smtp/test', { token });
    expect(answer).toMatchObject({ status: 503, body: { code: 'mail_refused' } });
    expect(answer.body.error).toContain('550 no such mailbox here');
  });

  test('429 for who tests without an end', async () => {
    const { token } = await person();
    let last = 200;
    for (let time = 0; time < 21; time++) last = (await server.call('POST /api/config/smtp/test', { token })).status;
    expect(last).toBe(429);
  });
});

describe('the relay for alerts', () => {
  test('is off before anybody has set it', async () => {
    expect(await read()).toEqual({
      host: '',
      port: 587,
      security: 'starttls',
      username: '',
      password_set: false,
      sender: '',
      enabled: false,
    });
    const { token } = await person();
    expect(await server.call('POST /api/config/smtp/alerts/test', { token })).toMatchObject({
      status: 409,
      body: { code: 'smtp_not_configured' },
    });
  });

  test('is kept with its password sealed, and answers without it', async () => {
    expect(await put(relay)).toMatchObject({ status: 200, body: { password_set: true, enabled: true } });
    expect(await read()).toEqual({ ...withoutPassword, password_set: true, enabled: true });
    const stored = JSON.stringify(await server.db.sql`select * from alert_relay`);
    expect(stored).toContain('relay.example.com');
    expect(stored).not.toContain('relay-password');
    expect(await audited()).toEqual({
      ...{ host: 'relay.example.com', port: 587, security: 'starttls', enabled: true },
      password_changed: true,
    });
  });

  test('keeps its password when none is sent, as long as it stays where it is', async () => {
    await put(relay);
    const changed = { ...withoutPassword, sender: 'other@example.com', enabled: false };
    for (const body of [changed, { ...changed, password: '' }])
      expect(await put(body)).toMatchObject({ status: 200, body: { password_set: true, enabled: false } });
    expect(await audited()).toMatchObject({ enabled: false, password_changed: false });
  });

  test.each([
    ['host', { host: 'other.example.com' }],
    ['port', { port: 2525 }],
    ['security', { security: 'none' }],
    ['username', { username: 'somebody' }],
  ])('400 secret_required when its %s changes without the password', async (_, change) => {
    await put(relay);
    expect(await put({ ...withoutPassword, ...change })).toMatchObject({
      status: 400,
      body: { code: 'secret_required' },
    });
    expect(await read()).toMatchObject(withoutPassword);
    expect((await put({ ...relay, ...change })).status).toBe(200);
  });

  test('forgets the password with the login, and everything with the host', async () => {
    await put(relay);
    expect(await put({ ...withoutPassword, username: '' })).toMatchObject({ body: { password_set: false } });
    await put(relay);
    expect(await put({ host: ' ' })).toMatchObject({
      status: 200,
      body: { host: '', enabled: false, password_set: false },
    });
    expect(await put(withoutPassword)).toMatchObject({ status: 200, body: { password_set: false } });
  });

  test.each([
    ['a sender', { sender: 'alerts@example.com' }],
    ['a user name', { username: 'muster' }],
    ['a password', { password: 'x' }],
  ])('400 alerts_need_own_server for %s without a host', async (_, login) => {
    expect(await put({ host: '', ...login })).toMatchObject({
      status: 400,
      body: { error: 'alerts_need_own_server', code: 'alerts_need_own_server', message: expect.any(String) },
    });
  });

  test.each([
    ['no host', {}],
    ['no sender', { host: 'relay.example.com' }],
    ['a password for nobody', { ...relay, username: '' }],
    ['a URL for a host', { ...relay, host: 'smtp://relay.example.com' }],
    ['a host with its port', { ...relay, host: 'relay.example.com/x' }],
    ['a literal in brackets', { ...relay, host: '[::1]' }],
    ['a port that is none', { ...relay, port: 0 }],
    ['a security that is none', { ...relay, security: 'ssl' }],
    ['a second header in the sender', { ...relay, sender: 'a@example.com\r\nBcc: eve@example.com' }],
    ['two senders', { ...relay, sender: 'a@example.com, b@example.com' }],
    ['a line break in the user name', { ...relay, username: 'muster\r\nRCPT TO:<eve@example.com>' }],
    ['a line break in the password', { ...relay, password: 'x\r\nQUIT' }],
    ['an unknown key', { ...relay, tls: false }],
  ])('400 for %s', async (_, body) => {
    expect((await put(body)).status).toBe(400);
    expect((await read()).host).toBe('');
  });

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ])('400 relay_address_refused when its name leads to %s', async (address) => {
    names['relay.example.com'] = ['8.8.8.8', address];
    const answer = await put(relay);
    expect(answer).toMatchObject({ status: 400, body: { code: 'relay_address_refused' } });
    expect(answer.body.issues).toEqual([{ path: 'host', message: expect.stringContaining(address) }]);
    expect(answer.body.error).toContain('RMM_SMTP_ALERTS_ALLOW_PRIVATE=true');
  });

  test('400 relay_not_found when its name leads nowhere', async () => {
    names['relay.example.com'] = [];
    expect(await put(relay)).toMatchObject({ status: 400, body: { code: 'relay_not_found' } });
  });

  test('is judged again when it is used: a name that has come to lead home gets no mail', async () => {
    const { token } = await person();
    await put({ ...withoutPassword, username: '', port: smtp.port, security: 'none' });
    names['relay.example.com'] = ['127.0.0.1'];
    const before = smtp.connections();
    const answer = await server.call('POST /api/config/smtp/alerts/test', { token });
    expect(answer).toMatchObject({ status: 503, body: { code: 'mail_refused' } });
    expect(answer.body.error).toContain('private or reserved');
    expect(smtp.connections()).toBe(before);
  });

  test('403 with a scope, and without settings.manage', async () => {
    const { client_id } = await createPlace(server.db);
    const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
    const other = await createPerson(server.db, { permissions: ['devices.view'] });
    for (const { token } of [scoped, other]) expect((await put(relay, token)).status).toBe(403);
  });

  test('has its password sealed anew when the key is rotated, and lives on without the old one', async () => {
    await put(relay);
    const next = randomBytes(32);
    const rotated = { ...server.ctx, secrets: createSecretBox([next, KEY], randomBytes) };
    expect(await reseal(rotated)).toBe(1);
    expect(await reseal(rotated)).toBe(0);
    const [row] = await server.db.sql<{ password: string }[]>`select password from alert_relay`;
    const alone = createSecretBox([next], randomBytes);
    expect(alone.open('alert_relay:password:1', row?.password ?? '')).toBe('relay-password');
    const { token } = await person();
    const answer = await server.call('POST /api/config/smtp/alerts/test', { token }); // this server has the old key alone
    expect(answer).toMatchObject({ status: 503, body: { code: 'mail_refused' } });
    expect(answer.body.error).toContain('enter it again');
  });
});

describe('where the operator allows private relays', () => {
  let lenient: TestServer;
  beforeAll(async () => {
    lenient = await startServer({ RMM_SMTP_ALERTS_ALLOW_PRIVATE: 'true' });
  });
  afterAll(() => lenient.stop());

  test('a relay on this machine is taken, tried before it is switched on, and signed in to', async () => {
    const body = { ...relay, host: '127.0.0.1', port: smtp.port, security: 'none', enabled: false };
    expect(await lenient.ok('PUT /api/config/smtp/alerts', { body })).toMatchObject({ enabled: false });
    const { id, token } = await createPerson(lenient.db);
    await lenient.db.sql`update users set email = 'private@example.com' where id = ${id}`;
    await lenient.ok('POST /api/config/smtp/alerts/test', { token });
    const [mail] = await smtp.mailsTo('private@example.com');
    expect(mail).toMatchObject({
      from: 'alerts@example.com',
      user: { username: 'muster', password: 'relay-password' },
    });
  });

  test('without RMM_SMTP_URL there is no mail about accounts, and the console is told', async () => {
    expect(await lenient.ok('GET /api/config/smtp')).toMatchObject({ set: false, host: null, sender: null });
    const { id, token } = await createPerson(lenient.db);
    await lenient.db.sql`update users set email = 'nobody@example.com' where id = ${id}`;
    expect(await lenient.call('POST /api/config/smtp/test', { token })).toMatchObject({
      status: 409,
      body: { code: 'smtp_not_configured' },
    });
  });
});
