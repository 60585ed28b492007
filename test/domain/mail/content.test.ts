import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { claimMail } from '../../../domain/mail/claim.ts';
import { deliver } from '../../../domain/mail/deliver.ts';
import { queueMail } from '../../../domain/mail/queue.ts';
import { reseal } from '../../../domain/reseal.ts';
import { createSecretBox } from '../../../runtime/secret-box.ts';
import { linkIn } from '../../smtp.ts';
import { KEY, useOutbox } from './use-outbox.ts';

const { server, reader, reset, row, queue, queueSilently, wake, until, received, soFar } = useOutbox();

describe('a queued mail', () => {
  test('leaves at once, with text and HTML that say the same, and its row goes', async () => {
    await queue();
    const [mail] = await received();
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
    await server().db.sql`update users set language = 'de' where id = ${reader().id}`;
    await queue();
    const [mail] = await received();
    expect(mail?.parsed.subject).toBe('Neues Passwort für Lab & Co <1> festlegen');
    expect(mail?.parsed.text).toContain('bis 20. November 2026 um 14:05 UTC');
    expect(mail?.parsed.html).toContain('<html lang="de">');
  });

  test('is nowhere if its transaction is', async () => {
    const broken = transaction(server().ctx, async (ctx) => {
      await queueMail(ctx, reset());
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await row()).toBeUndefined();
  });

  test('cannot be read in its row', async () => {
    await queueSilently();
    const stored = JSON.stringify(await server().db.sql`select * from outbox`);
    expect(stored).toContain('account.password_reset');
    expect(stored).not.toContain('very-secret');
    expect(stored).not.toContain(reader().username);
  });

  test('says nothing in the row of another', async () => {
    await queueSilently();
    const payload = (await row())?.payload ?? '';
    await server().db.sql`delete from outbox`;
    await queueSilently();
    await server().db.sql`update outbox set payload = ${payload}`;
    wake();
    await until({ state: 'failed', last_error: 'What it says cannot be read any more.' });
    expect(soFar()).toEqual([]);
  });

  test('is sealed anew when the key is rotated, while it waits', async () => {
    await queueSilently();
    const box = createSecretBox([randomBytes(32), KEY], randomBytes);
    expect(await reseal({ ...server().ctx, secrets: box })).toBe(1);
    expect(await reseal({ ...server().ctx, secrets: box })).toBe(0);
    const mail = await claimMail(server().ctx, 'account');
    if (mail) await deliver({ ...server().ctx, secrets: box }, mail);
    expect(await received()).toHaveLength(1);
  });

  test('is queued once for a key, however often somebody asks', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => queueSilently({ dedupeKey: 'alert-1' })));
    expect(answers.filter(Boolean)).toHaveLength(1);
    wake();
    await until(undefined);
    expect(await received()).toHaveLength(1);
  });

  test('goes with its reader', async () => {
    await queueSilently();
    await server().db.sql`delete from users where id = ${reader().id}`;
    expect(await row()).toBeUndefined();
  });
});
