/** RMM_ALERTS_HOURLY_LIMIT: what is over it waits and is never lost. */
import { expect, test } from 'vitest';
import { sweepOutbox } from '../../../domain/mail/claim.ts';
import { createDevice } from '../../factories.ts';
import { eventually, type Reader, useNotices } from './use-notices.ts';

const MINUTE = 60_000;
const { smtp, server, reader, notice, note, told, outbox, mailsTo, soFar } = useNotices({
  RMM_ALERTS_HOURLY_LIMIT: '5',
});
const wake = (ms = 0) => {
  server().clock.offsetMs += ms;
  server().muster.services.publish([{ type: 'mail.queued' }]);
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

test('five leave in an hour, the oldest first; the others wait, as the metric says, and leave an hour later', async () => {
  const ada = await reader(['alert.raised']);
  const titled = (title: string) => notice(null, { details: { title, severity: 'error' } });
  for (const title of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    server().clock.offsetMs += 1; // of those of one moment any may be first
    await note([titled(title)]);
    await told();
  }
  await mailsTo(ada, 5);
  await settled();
  expect(
    soFar(ada)
      .map(({ parsed }) => parsed.subject)
      .sort(),
  ).toEqual(['1', '2', '3', '4', '5'].map((title) => `Error: ${title} – Lab`));
  // A gauge is 0 while the database is slow to answer.
  await eventually(async () =>
    expect(await server().muster.services.instance.metrics()).toContain('rmm_alert_mail_over_limit 3'),
  );
  wake(58 * MINUTE);
  await settled();
  expect(soFar(ada)).toHaveLength(5);
  wake(3 * MINUTE);
  await mailsTo(ada, 8);
  await eventually(async () => expect(await outbox()).toEqual([]));
});

test('many senders together take no more than that', async () => {
  const readers: Reader[] = [];
  for (let count = 0; count < 12; count++) readers.push(await reader(['alert.raised']));
  await note([notice(null)]);
  await eventually(() => expect(readers.flatMap(soFar)).toHaveLength(5));
  await settled();
  expect(readers.flatMap(soFar)).toHaveLength(5);
});

test('a mail that its relay refuses takes no place', async () => {
  smtp().behave('busy');
  const ada = await reader(['alert.raised']);
  await note(Array.from({ length: 10 }, () => notice(null)));
  await eventually(async () => expect(await server().db.sql`select from outbox where attempts = 1`).toHaveLength(10));
  expect(await server().db.sql`select from alert_mail_sent`).toEqual([]);
  smtp().behave('accept');
  wake(MINUTE);
  await mailsTo(ada, 5);
});

test('a relay that dies after the text gets it again a minute later under the same Message-ID, and one place is used', async () => {
  smtp().behave('die_after_data');
  const ada = await reader(['alert.raised']);
  await note([notice(null)]);
  await eventually(async () => expect(await server().db.sql`select from outbox where attempts = 1`).toHaveLength(1));
  smtp().behave('accept');
  wake(MINUTE);
  const mails = await mailsTo(ada, 2);
  expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  await eventually(async () =>
    expect(await server().db.sql`select sum(count)::int as sent from alert_mail_sent`).toEqual([{ sent: 1 }]),
  );
});

test('what was counted while the clock stood a day ahead holds nothing back', async () => {
  const ada = await reader(['alert.raised']);
  server().clock.offsetMs = 24 * 60 * MINUTE;
  await note(Array.from({ length: 7 }, () => notice(null)));
  await mailsTo(ada, 5);
  await told();
  server().clock.offsetMs = 0;
  await sweepOutbox(server().ctx); // pulls forward what was due tomorrow
  wake();
  await mailsTo(ada, 7);
});

test('the timeline of an alert says once that it was mailed, and to how many', async () => {
  const device = await createDevice(server().db);
  const [ada, grace] = [await reader(['alert.raised']), await reader(['alert.raised'])];
  const [alert] = await server().db.sql<{ id: string }[]>`
    insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, title, severity, first_seen_at, last_seen_at, raised_at)
    values (${`check:x:${device.id}`}, 'check', 'x', ${device.id}, ${device.hostname}, 'Disk full', 'error', now(), now(), now())
    returning id`;
  const subject = { kind: 'alert' as const, id: alert?.id ?? '' };
  const timeline = () =>
    server().db.sql`select kind, details from alert_events where alert_id = ${subject.id} order by id`;
  await server().db
    .sql`insert into alert_events (alert_id, kind, at) values (${subject.id}, 'raised', now() - interval '1 second')`;
  await note([notice(device.id, { subject })]);
  await mailsTo(ada);
  await mailsTo(grace);
  await eventually(async () =>
    expect(await timeline()).toEqual([
      { kind: 'raised', details: {} },
      { kind: 'mailed', details: { mails: 2 } },
    ]),
  );
  smtp().behave('refuse_recipient');
  await note([notice(device.id, { subject })]);
  await eventually(async () =>
    expect((await timeline()).at(-1)).toEqual({ kind: 'mail_failed', details: { mails: 2 } }),
  );
});
