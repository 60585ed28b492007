import { describe, expect, test } from 'vitest';
import { claimMail, expireFailedMail, fail, finish, sweepOutbox } from '../../../domain/mail/claim.ts';
import { deliver } from '../../../domain/mail/deliver.ts';
import { queueMail } from '../../../domain/mail/queue.ts';
import type { Mailer } from '../../../domain/mail/transport.ts';
import { MINUTE, useOutbox } from './use-outbox.ts';

const { smtp, server, reader, reset, row, queue, queueSilently, wake, until, received, soFar } = useOutbox();

describe('a relay that fails', () => {
  test('is tried again after 1, 5, 15 and 60 minutes, and then no more; what the mail said is not kept', async () => {
    smtp().behave('busy');
    await queue();
    for (const [index, minutes] of [1, 5, 15, 60].entries()) {
      await until({ state: 'pending', attempts: index + 1, minutes });
      server().clock.offsetMs += minutes * MINUTE - 1000;
      wake(); // a second too early
      expect(await row()).toMatchObject({ state: 'pending', attempts: index + 1 });
      server().clock.offsetMs += 1000;
      wake();
    }
    await until({ state: 'failed', attempts: 5, payload: '' });
    expect((await row())?.last_error).toContain('451 come back later');
    expect(soFar()).toEqual([]);
  });

  test('and takes the mail on the second try gets it once', async () => {
    smtp().behave('busy');
    await queue();
    await until({ attempts: 1 });
    smtp().behave('accept');
    server().clock.offsetMs += MINUTE;
    wake();
    await until(undefined);
    expect(await received()).toHaveLength(1);
  });

  test('for good is not asked again', async () => {
    smtp().behave('refuse_recipient');
    await queue();
    await until({ state: 'failed', attempts: 1, payload: '' });
  });

  test('to sign in or to take mail for others is asked again: an operator may mend that', async () => {
    smtp().behave('refuse_relaying');
    await queue();
    await until({ state: 'pending', attempts: 1 });
  });
});

describe('a sender that dies', () => {
  test('leaves the mail to the next one after five minutes, and has no say in it any more', async () => {
    await queueSilently();
    const lost = await claimMail(server().ctx, 'account');
    if (!lost) throw new Error('nothing was due');
    server().clock.offsetMs += 5 * MINUTE - 1000;
    expect(await sweepOutbox(server().ctx)).toEqual({ lapsed: 0, dropped: [] });
    expect(await claimMail(server().ctx, 'account')).toBeUndefined();
    server().clock.offsetMs += 1000;
    expect(await sweepOutbox(server().ctx)).toEqual({ lapsed: 1, dropped: [] });
    const again = await claimMail(server().ctx, 'account');
    expect(again).toMatchObject({ id: lost.id, attempts: 1 });
    await finish(server().ctx, lost);
    await fail(server().ctx, lost, 'too late', true);
    expect(await row()).toMatchObject({ state: 'processing' });
    if (again) await deliver(server().ctx, again);
    expect(await row()).toBeUndefined();
    expect(await received()).toHaveLength(1);
  });

  test('after the relay took the mail makes a second one with the same Message-ID, so that mailboxes can tell', async () => {
    const { mailer } = server().ctx;
    await queueSilently();
    const first = await claimMail(server().ctx, 'account');
    const dying: Mailer = { ...mailer, send: (...given) => mailer.send(...given).then(() => Promise.reject('killed')) };
    if (first) await expect(deliver({ ...server().ctx, mailer: dying }, first)).rejects.toBe('killed');
    server().clock.offsetMs += 5 * MINUTE;
    await sweepOutbox(server().ctx);
    wake();
    const mails = await received(2);
    expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
    await until(undefined);
  });

  test('each time takes the mail out of the queue in the end', async () => {
    await queueSilently();
    for (let time = 0; time < 5; time++) {
      expect(await claimMail(server().ctx, 'account')).toBeDefined();
      server().clock.offsetMs += 5 * MINUTE;
      await sweepOutbox(server().ctx);
    }
    wake();
    await until({ state: 'failed', last_error: 'Each of its senders ended while sending it.' });
  });

  test('because the relay breaks off after the text loses nothing', async () => {
    smtp().behave('die_after_data');
    await queue();
    await until({ state: 'pending', attempts: 1 });
    smtp().behave('accept');
    server().clock.offsetMs += MINUTE;
    wake();
    await until(undefined);
  });
});

describe('nobody gets mail', () => {
  test('after its time', async () => {
    await queueSilently({ expiresAt: new Date(server().ctx.now().getTime() + MINUTE) });
    server().clock.offsetMs += MINUTE;
    expect(await claimMail(server().ctx, 'account')).toBeUndefined();
    expect((await sweepOutbox(server().ctx)).dropped).toMatchObject([{ kind: 'account.password_reset' }]);
    expect(await row()).toBeUndefined();
  });

  test('while disabled', async () => {
    await queueSilently();
    await server().db.sql`update users set disabled_at = now() where id = ${reader().id}`;
    expect(await claimMail(server().ctx, 'account')).toBeUndefined();
    expect((await sweepOutbox(server().ctx)).dropped).toHaveLength(1);
    expect(await row()).toBeUndefined();
  });

  test('over a transport that is off: nothing is queued', async () => {
    expect(await queueSilently({ transport: 'alerts' })).toBe(false);
    const off = { ...server().ctx, settings: { ...server().ctx.settings, accountRelay: null } };
    expect(await queueMail(off, reset())).toBe(false);
    expect(await row()).toBeUndefined();
  });
});

test('of many senders each takes another mail, and every mail leaves once', async () => {
  for (let count = 0; count < 20; count++) await queueSilently();
  const claims = await Promise.all(Array.from({ length: 30 }, () => claimMail(server().ctx, 'account')));
  const taken = claims.filter((claim) => claim !== undefined);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  await server().db.sql`update outbox set state = 'pending', lease_token = null, lease_expires_at = null`;
  wake();
  await until(undefined);
  expect(await received(20)).toHaveLength(20);
});

test('failed mail is kept for its time, waiting mail for ever', async () => {
  smtp().behave('refuse_recipient');
  await queue();
  await until({ state: 'failed' });
  await queueSilently({ dedupeKey: 'waits' });
  server().clock.offsetMs += 89 * 24 * 60 * MINUTE;
  expect(await expireFailedMail(server().ctx)).toBe(0);
  server().clock.offsetMs += 2 * 24 * 60 * MINUTE;
  expect(await expireFailedMail(server().ctx)).toBe(1);
  expect(await row()).toMatchObject({ state: 'pending' });
});

test('what was sent and what failed is counted, what waits is shown', async () => {
  await queueSilently();
  const metrics = () => server().muster.services.instance.metrics();
  await expect.poll(metrics).toMatch(/rmm_mail_waiting 1\n/); // 0 while the database is slow to answer
  expect(await metrics()).toMatch(/rmm_mail_sent_total\{transport="account"\} \d+/);
  expect(await metrics()).toMatch(/rmm_mail_failed_total\{transport="account",outcome="retry"\} \d+/);
  expect(await metrics()).toMatch(/rmm_mail_failed_total\{transport="account",outcome="given_up"\} \d+/);
});
