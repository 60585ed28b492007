/** Where addresses can be confirmed, only confirmed ones get mail about events (SPEC.md, Alert mail events). */
import { expect, test } from 'vitest';
import { eventually, useNotices } from './use-notices.ts';

const { smtp, server, reader, notice, note, told, outbox } = useNotices({
  RMM_SMTP_URL: 'smtp://127.0.0.1:1',
  RMM_SMTP_FROM: 'muster@example.com',
});

test('an address that nobody has confirmed gets none', async () => {
  smtp().behave('busy');
  const confirmed = await reader(['alert.raised'], { confirmed: true });
  await reader(['alert.raised']);
  await note([notice(null)]);
  await told();
  expect((await outbox()).map(({ recipient }) => recipient)).toEqual([confirmed.address]);
});

test('nor does one that lost its confirmation while mail was held for a digest', async () => {
  smtp().behave('busy');
  const ada = await reader(['alert.raised'], { confirmed: true });
  await note(Array.from({ length: 22 }, () => notice(null)));
  await told();
  await server().db.sql`update users set email_confirmed_at = null where id = ${ada.id}`;
  server().clock.offsetMs = 60_000;
  server().muster.services.publish([{ type: 'notices.noted' }]);
  await eventually(async () => expect(await server().db.sql`select from notification_windows`).toHaveLength(0));
  expect((await outbox()).filter(({ kind }) => kind.endsWith('.digest'))).toEqual([]);
});
