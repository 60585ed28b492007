import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { claimMail, expireFailedMail, fail, finish, sweepOutbox } from '../../../domain/mail/claim.ts';
import { deliver } from '../../../domain/mail/deliver.ts';
import { type QueuedMail, queueMail } from '../../../domain/mail/queue.ts';
import type { Mailer } from '../../../domain/mail/transport.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { linkIn, type MailServer, startMailServer } from '../../smtp.ts';

const MINUTE = 60_000;

let smtp: MailServer;
let server: TestServer;
let reader: Person;
let address: string;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startServer({ ...smtp.env, RMM_INSTANCE_NAME: 'Lab & Co <1>' });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let readers = 0;
beforeEach(async () => {
  smtp.behave('accept');
  server.clock.offsetMs = 0;
  await server.db.sql`delete from mail_outbox`;
  reader = await createPerson(server.db);
  address = `reader${++readers}@example.com`;
});

const reset = (more: Partial<QueuedMail> = {}): QueuedMail => ({
  transport: 'account',
  content: {
    kind: 'account.password_reset',
    url: 'https://console.test/#reset=rmp_very-secret',
    username: reader.username,
    expires_at: '2026-11-20T14:05:00.000Z',
  },
  recipient: address,
  userId: reader.id,
  ...more,
});

/** Queues as a domain function does; the server's own worker hears of it. */
const queue = (more?: Partial<QueuedMail>) => transaction(server.ctx, (ctx) => queueMail(ctx, reset(more)));
/** Queues without a word to the worker, for tests that take its place. */
const queueSilently = (more?: Partial<QueuedMail>) => queueMail({ ...server.ctx, emit: () => undefined }, reset(more));

const wake = () => server.muster.services.publish([{ type: 'mail.queued' }]);

interface Row {
  state: string;
  attempts: number;
  last_error: string | null;
  payload: string;
  minutes: number;
}
const row = async (): Promise<Row | undefined> => {
  const [found] = await server.db.sql<Row[]>`
    select state, attempts, last_error, payload,
           round(extract(epoch from next_attempt_at - ${server.ctx.now()}) / 60)::int as minutes
    from mail_outbox`;
  return found;
};
const until = (expected: Partial<Row> | undefined) =>
  vi.waitFor(
    async () => {
      const found = await row();
      if (expected) expect(found).toMatchObject(expected);
      else expect(found).toBeUndefined();
    },
    { timeout: 10_000, interval: 20 },
  );

describe('a queued mail', () => {
  test('leaves at once, with text and HTML that say the same, and its row goes', async () => {
    await queue();
    const [mail] = await smtp.mailsTo(address);
    await until(undefined);
    expect(mail?.parsed.subject).toBe('Set a new password for Lab & Co <1>');
    expect(mail && linkIn(mail)).toBe('https://console.test/#reset=rmp_very-secret');
    expect(mail?.parsed.text).toContain('until 20 November 2026 at 14:05 UTC');
    expect(mail?.parsed.text).toContain('Sent by Muster on Lab & Co <1>');
    expect(mail?.parsed.html).toContain('Sent by Muster on Lab &amp; Co &lt;1&gt;');
    expect(mail?.parsed.html).toContain('href="https://console.test/#reset=rmp_very-secret"');
    expect(mail?.parsed.html).not.toMatch(/<img|src=|url\(/);
  });

  test('speaks the language of its reader', async () => {
    await server.db.sql`update users set language = 'de' where id = ${reader.id}`;
    await queue();
    const [mail] = await smtp.mailsTo(address);
    expect(mail?.parsed.subject).toBe('Neues Passwort für Lab & Co <1> festlegen');
    expect(mail?.parsed.text).toContain('bis 20. November 2026 um 14:05 UTC');
    expect(mail?.parsed.html).toContain('<html lang="de">');
  });

  test('is nowhere if its transaction is', async () => {
    const broken = transaction(server.ctx, async (ctx) => {
      await queueMail(ctx, reset());
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await row()).toBeUndefined();
  });

  test('cannot be read in its row', async () => {
    await queueSilently();
    const stored = JSON.stringify(await server.db.sql`select * from mail_outbox`);
    expect(stored).toContain('account.password_reset');
    expect(stored).not.toContain('very-secret');
    expect(stored).not.toContain(reader.username);
  });

  test('says nothing in the row of another', async () => {
    await queueSilently();
    const payload = (await row())?.payload ?? '';
    await server.db.sql`delete from mail_outbox`;
    await queueSilently();
    await server.db.sql`update mail_outbox set payload = ${payload}`;
    wake();
    await until({ state: 'failed', last_error: 'What it says cannot be read any more.' });
    expect(smtp.mails.filter(({ to }) => to.includes(address))).toEqual([]);
  });

  test('is queued once for a key, however often somebody asks', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => queueSilently({ dedupeKey: 'alert-1' })));
    expect(answers.filter(Boolean)).toHaveLength(1);
    wake();
    await until(undefined);
    expect(await smtp.mailsTo(address)).toHaveLength(1);
  });

  test('goes with its reader', async () => {
    await queueSilently();
    await server.db.sql`delete from users where id = ${reader.id}`;
    expect(await row()).toBeUndefined();
  });
});

describe('a relay that fails', () => {
  test('is tried again after 1, 5, 15 and 60 minutes, and then no more; what the mail said is not kept', async () => {
    smtp.behave('busy');
    await queue();
    for (const [index, minutes] of [1, 5, 15, 60].entries()) {
      await until({ state: 'pending', attempts: index + 1, minutes });
      server.clock.offsetMs += minutes * MINUTE - 1000;
      wake(); // a second too early
      expect(await row()).toMatchObject({ state: 'pending', attempts: index + 1 });
      server.clock.offsetMs += 1000;
      wake();
    }
    await until({ state: 'failed', attempts: 5, payload: '' });
    expect((await row())?.last_error).toContain('451 come back later');
    expect(smtp.mails.filter(({ to }) => to.includes(address))).toEqual([]);
  });

  test('and takes the mail on the second try gets it once', async () => {
    smtp.behave('busy');
    await queue();
    await until({ attempts: 1 });
    smtp.behave('accept');
    server.clock.offsetMs += MINUTE;
    wake();
    await until(undefined);
    expect(await smtp.mailsTo(address)).toHaveLength(1);
  });

  test('for good is not asked again', async () => {
    smtp.behave('refuse_recipient');
    await queue();
    await until({ state: 'failed', attempts: 1, payload: '' });
  });

  test('to sign in or to take mail for others is asked again: an operator may mend that', async () => {
    smtp.behave('refuse_relaying');
    await queue();
    await until({ state: 'pending', attempts: 1 });
  });
});

describe('a sender that dies', () => {
  test('leaves the mail to the next one after five minutes, and has no say in it any more', async () => {
    await queueSilently();
    const lost = await claimMail(server.ctx, 'account');
    if (!lost) throw new Error('nothing was due');
    server.clock.offsetMs += 5 * MINUTE - 1000;
    expect(await sweepOutbox(server.ctx)).toEqual({ lapsed: 0, dropped: [] });
    expect(await claimMail(server.ctx, 'account')).toBeUndefined();
    server.clock.offsetMs += 1000;
    expect(await sweepOutbox(server.ctx)).toEqual({ lapsed: 1, dropped: [] });
    const again = await claimMail(server.ctx, 'account');
    expect(again).toMatchObject({ id: lost.id, attempts: 1 });
    await finish(server.ctx, lost);
    await fail(server.ctx, lost, 'too late', true);
    expect(await row()).toMatchObject({ state: 'processing' });
    if (again) await deliver(server.ctx, again);
    expect(await row()).toBeUndefined();
    expect(await smtp.mailsTo(address)).toHaveLength(1);
  });

  test('after the relay took the mail makes a second one with the same Message-ID, so that mailboxes can tell', async () => {
    const { mailer } = server.ctx;
    await queueSilently();
    const first = await claimMail(server.ctx, 'account');
    const dying: Mailer = { ...mailer, send: (...given) => mailer.send(...given).then(() => Promise.reject('killed')) };
    if (first) await expect(deliver({ ...server.ctx, mailer: dying }, first)).rejects.toBe('killed');
    server.clock.offsetMs += 5 * MINUTE;
    await sweepOutbox(server.ctx);
    wake();
    const mails = await smtp.mailsTo(address, 2);
    expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
    await until(undefined);
  });

  test('each time takes the mail out of the queue in the end', async () => {
    await queueSilently();
    for (let time = 0; time < 5; time++) {
      expect(await claimMail(server.ctx, 'account')).toBeDefined();
      server.clock.offsetMs += 5 * MINUTE;
      await sweepOutbox(server.ctx);
    }
    wake();
    await until({ state: 'failed', last_error: 'Each of its senders ended while sending it.' });
  });

  test('because the relay breaks off after the text loses nothing', async () => {
    smtp.behave('die_after_data');
    await queue();
    await until({ state: 'pending', attempts: 1 });
    smtp.behave('accept');
    server.clock.offsetMs += MINUTE;
    wake();
    await until(undefined);
  });
});

describe('nobody gets mail', () => {
  test('after its time', async () => {
    await queueSilently({ expiresAt: new Date(server.ctx.now().getTime() + MINUTE) });
    server.clock.offsetMs += MINUTE;
    expect(await claimMail(server.ctx, 'account')).toBeUndefined();
    expect((await sweepOutbox(server.ctx)).dropped).toMatchObject([{ kind: 'account.password_reset' }]);
    expect(await row()).toBeUndefined();
  });

  test('while disabled', async () => {
    await queueSilently();
    await server.db.sql`update users set disabled_at = now() where id = ${reader.id}`;
    expect(await claimMail(server.ctx, 'account')).toBeUndefined();
    expect((await sweepOutbox(server.ctx)).dropped).toHaveLength(1);
    expect(await row()).toBeUndefined();
  });

  test('over a transport that is off: nothing is queued', async () => {
    expect(await queueSilently({ transport: 'alerts' })).toBe(false);
    const off = { ...server.ctx, settings: { ...server.ctx.settings, accountRelay: null } };
    expect(await queueMail(off, reset())).toBe(false);
    expect(await row()).toBeUndefined();
  });
});

test('of many senders each takes another mail, and every mail leaves once', async () => {
  for (let count = 0; count < 20; count++) await queueSilently();
  const claims = await Promise.all(Array.from({ length: 30 }, () => claimMail(server.ctx, 'account')));
  const taken = claims.filter((claim) => claim !== undefined);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  await server.db.sql`update mail_outbox set state = 'pending', lease_token = null, lease_expires_at = null`;
  wake();
  await until(undefined);
  expect(await smtp.mailsTo(address, 20)).toHaveLength(20);
});

test('failed mail is kept for its time, waiting mail for ever', async () => {
  smtp.behave('refuse_recipient');
  await queue();
  await until({ state: 'failed' });
  await queueSilently({ dedupeKey: 'waits' });
  server.clock.offsetMs += 89 * 24 * 60 * MINUTE;
  expect(await expireFailedMail(server.ctx)).toBe(0);
  server.clock.offsetMs += 2 * 24 * 60 * MINUTE;
  expect(await expireFailedMail(server.ctx)).toBe(1);
  expect(await row()).toMatchObject({ state: 'pending' });
});

test('what was sent and what failed is counted, what waits is shown', async () => {
  await queueSilently();
  const metrics = await server.muster.services.instance.metrics();
  expect(metrics).toMatch(/rmm_mail_sent_total\{transport="account"\} \d+/);
  expect(metrics).toMatch(/rmm_mail_failed_total\{transport="account",outcome="retry"\} \d+/);
  expect(metrics).toMatch(/rmm_mail_failed_total\{transport="account",outcome="given_up"\} \d+/);
  expect(metrics).toMatch(/rmm_mail_waiting 1\n/);
});
