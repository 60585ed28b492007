import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MailError, type MailRelay } from '../../../domain/mail/transport.ts';
import { createMailer, type MailerParts } from '../../../runtime/mailer.ts';
import { type MailServer, startMailServer } from '../../smtp.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-mail-'));
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
let tls: { cert: string; key: string };
beforeAll(() => {
  const subject = ['-subj', '/CN=relay.test', '-addext', 'subjectAltName=DNS:relay.test'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  tls = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
});
afterAll(() => rmSync(folder, { recursive: true }));

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});
async function started(...given: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...given);
  open.push(server);
  return server;
}

const relayAt = (port: number, more: Partial<MailRelay> = {}): MailRelay => ({
  host: 'relay.test',
  port,
  security: 'none',
  username: '',
  password: '',
  sender: 'Muster <muster@example.com>',
  publicOnly: false,
  ...more,
});
const message = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>', id: 'row-1' };
const here = async () => ['127.0.0.1'];

/** How a send ends: the obstacle, or `sent`. */
async function outcome(relay: MailRelay, parts: MailerParts = {}, sent = message): Promise<string> {
  try {
    await createMailer({ resolve: here, ...parts }).send(relay, sent);
    return 'sent';
  } catch (error) {
    if (error instanceof MailError) return `${error.obstacle}: ${error.message}`;
    throw error;
  }
}

describe('a message', () => {
  test('arrives with text and HTML, from the sender, and marked as sent by a machine', async () => {
    const smtp = await started();
    expect(await outcome(relayAt(smtp.port))).toBe('sent');
    const [mail] = await smtp.mailsTo('ada@example.com');
    expect(mail).toMatchObject({ from: 'muster@example.com', secure: false, user: undefined });
    expect(mail?.parsed).toMatchObject({
      from: { name: 'Muster', address: 'muster@example.com' },
      subject: 'Grüße',
      messageId: '<row-1@example.com>',
    });
    expect(mail?.parsed.text?.trim()).toBe('Hello');
    expect(mail?.parsed.html?.trim()).toBe('<p>Hello</p>');
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  test.each([
    ['the subject', { subject: 'Hi\r\nBcc: eve@example.com' }, {}],
    ['the sender', {}, { sender: 'Muster\r\nBcc: eve@example.com <muster@example.com>' }],
    ['the recipient', { to: 'ada@example.com\r\nBcc: eve@example.com' }, {}],
    ['a list of recipients', { to: 'ada@example.com, eve@example.com' }, {}],
  ])('gets no header and no recipient more from a line break in %s', async (_, words, settings) => {
    const smtp = await started();
    await outcome(relayAt(smtp.port, settings), {}, { ...message, ...words });
    for (const { to, raw } of smtp.mails) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain('eve@example.com');
      expect(raw).not.toMatch(/^Bcc:/im);
    }
  });
});

describe('a relay', () => {
  test.each([
    ['Muster, Inc. <muster@example.com>', 'Muster, Inc.'],
    ['a@b.example, evil <muster@example.com>', 'a@b.example, evil'],
    ['All: of us; <muster@example.com>', 'All: of us;'],
    ['"Muster" <muster@example.com>', 'Muster'],
    ['<muster@example.com>', ''],
    ['muster@example.com', ''],
  ])('gets mail from one sender, whatever the name holds: %s', async (sender, name) => {
    const server = await started();
    expect(await outcome(relayAt(server.port, { sender }))).toBe('sent');
    const [mail] = server.mails;
    expect(mail?.from).toBe('muster@example.com');
    expect(mail?.parsed.from).toMatchObject({ address: 'muster@example.com', name });
    expect(mail?.raw).toMatch(/^Message-ID: <row-1@example\.com>\r$/m);
  });

  test('is signed in to, and mail without a sign-in is kept from one that offers none', async () => {
    const smtp = await started();
    expect(await outcome(relayAt(smtp.port, { username: 'muster', password: 'pa ss' }))).toBe('sent');
    expect(smtp.mails[0]?.user).toEqual({ username: 'muster', password: 'pa ss' });
    smtp.behave('refuse_login');
    expect(await outcome(relayAt(smtp.port, { username: 'muster', password: 'secret-word' }))).toBe(
      'relay: relay.test: Invalid login: 535 no such login',
    );
  });

  test('that refuses the recipient is not tried again, one that is busy is', async () => {
    const smtp = await started();
    smtp.behave('refuse_recipient');
    expect(await outcome(relayAt(smtp.port))).toMatch(/^message: relay\.test: .*550 no such mailbox here/);
    smtp.behave('busy');
    expect(await outcome(relayAt(smtp.port))).toMatch(/^relay: relay\.test: .*451 come back later/);
    smtp.behave('refuse_relaying');
    expect(await outcome(relayAt(smtp.port))).toMatch(/^relay: relay\.test: .*5\.7\.1 relaying denied/);
  });

  test('that stalls, breaks off or says nothing at all holds nobody up', async () => {
    const smtp = await started();
    smtp.behave('stall');
    expect(await outcome(relayAt(smtp.port), { timeoutMs: 500 })).toBe(
      'relay: relay.test did not take the message within 0.5 s.',
    );
    smtp.behave('die_after_data');
    expect(await outcome(relayAt(smtp.port))).toMatch(/^relay: /);
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    open.push({ stop: () => new Promise((resolve) => silent.close(() => resolve())) });
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await outcome(relayAt(port), { timeoutMs: 300 })).toMatch(/^relay: .*within 0\.3 s/);
    expect(await outcome(relayAt(port, { security: 'tls' }), { timeoutMs: 300 })).toMatch(/^relay: .*within 0\.3 s/);
    expect(await outcome(relayAt(port), { resolve: () => new Promise(() => undefined), timeoutMs: 300 })).toMatch(
      /^relay: .*within 0\.3 s/,
    );
  });

  test('that is not there, or has no address, is named', async () => {
    const smtp = await started();
    await smtp.stop();
    expect(await outcome(relayAt(smtp.port))).toMatch(/^relay: relay\.test: .*ECONNREFUSED/);
    const nowhere = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await outcome(relayAt(25), { resolve: nowhere })).toMatch(/^host: relay\.test has no address/);
    expect(await outcome(relayAt(25), { resolve: async () => [] })).toMatch(/^host: relay\.test has no address/);
  });
});

describe('TLS', () => {
  test('is spoken by STARTTLS or from the first byte, and the certificate must bear the name of the relay', async () => {
    const upgraded = await started(tls);
    expect(await outcome(relayAt(upgraded.port, { security: 'starttls' }), { ca: tls.cert })).toBe('sent');
    expect(upgraded.mails[0]?.secure).toBe(true);
    const other = relayAt(upgraded.port, { security: 'starttls', host: 'other.test' });
    expect(await outcome(other, { ca: tls.cert })).toMatch(/^relay: other\.test: .*altnames/);
    const immediate = await started({ ...tls, immediate: true });
    expect(await outcome(relayAt(immediate.port, { security: 'tls' }), { ca: tls.cert })).toBe('sent');
    expect(immediate.mails[0]?.secure).toBe(true);
    expect(await outcome({ ...other, security: 'tls', port: immediate.port }, { ca: tls.cert })).toMatch(/altnames/);
  });

  test('with a certificate that nobody vouches for is refused', async () => {
    const upgraded = await started(tls);
    const immediate = await started({ ...tls, immediate: true });
    expect(await outcome(relayAt(upgraded.port, { security: 'starttls' }))).toMatch(
      /^relay: .*self-signed certificate/,
    );
    expect(await outcome(relayAt(immediate.port, { security: 'tls' }))).toMatch(/^relay: .*self-signed certificate/);
    expect([...upgraded.mails, ...immediate.mails]).toEqual([]);
  });

  test('is demanded: a relay that does not offer it gets neither sign-in nor mail', async () => {
    const smtp = await started();
    const relay = relayAt(smtp.port, { security: 'starttls', username: 'muster', password: 'secret-word' });
    expect(await outcome(relay)).toMatch(/^relay: .*STARTTLS/);
    expect(smtp.mails).toEqual([]);
  });
});

describe('a relay that must be public', () => {
  const publicRelay = (port: number, host = 'relay.test') => relayAt(port, { publicOnly: true, host });

  test.each([
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['::127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['169.254.169.254']],
    [['fd00::1']],
    [['1.1.1.1', '10.0.0.1']],
    [['2606:4700::1111', '::1']],
  ])('is refused when its name leads to %s', async (addresses) => {
    const smtp = await started();
    expect(await outcome(publicRelay(smtp.port), { resolve: async () => addresses })).toMatch(
      /^address: relay\.test leads/,
    );
    expect(smtp.connections()).toBe(0);
  });

  // What the operating system itself makes of these: an address of this machine, or nothing.
  test.each([
    '127.0.0.1',
    '::1',
    '[::1]',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '127.1',
    '0',
    'localhost',
    'localhost.',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '0.0.0.0',
    '::',
  ])('is refused as %s', async (host) => {
    const smtp = await started();
    const mailer = createMailer();
    const refused = { obstacle: expect.stringMatching(/^(?:address|host)$/) };
    await expect(mailer.vet({ host, publicOnly: true })).rejects.toMatchObject(refused);
    await expect(mailer.send(publicRelay(smtp.port, host), message)).rejects.toMatchObject(refused);
    expect(smtp.connections()).toBe(0);
  });

  test('is refused at the send when its name has come to lead home since it was vetted', async () => {
    const smtp = await started();
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const mailer = createMailer({ resolve: async () => answers.shift() ?? [] });
    await mailer.vet(publicRelay(smtp.port));
    await expect(mailer.send(publicRelay(smtp.port), message)).rejects.toMatchObject({ obstacle: 'address' });
    expect(smtp.connections()).toBe(0);
  });

  test('is looked up once for a send: what was judged is what is connected to', async () => {
    const smtp = await started();
    let lookups = 0;
    const resolve = async () => [['192.0.2.1'], ['127.0.0.1']][lookups++] ?? [];
    expect(await outcome(relayAt(smtp.port), { resolve, timeoutMs: 400 })).toMatch(/^relay: /); // nobody lives there
    expect(lookups).toBe(1);
    expect(smtp.connections()).toBe(0);
  });

  test('may be anywhere when the operator allows it', async () => {
    const mailer = createMailer({ resolve: here });
    await mailer.vet({ host: 'relay.test', publicOnly: false });
  });
});
