/** More than twenty of one event in a minute: twenty mails and one digest, whatever happens meanwhile. */
import { describe, expect, test, vi } from 'vitest';
import { notify } from '../../../domain/notifications/notify.ts';
import { atBest, timed } from '../../at-best.ts';
import { createDevice } from '../../factories.ts';
import { eventually, useNotices } from './use-notices.ts';

const MINUTE = 60_000;
const { smtp, server, reader, notice, note, silently, told, outbox, mailsTo, soFar } = useNotices();
const many = (count: number, agentId: string | null = null) => Array.from({ length: count }, () => notice(agentId));
const look = () => server().muster.services.publish([{ type: 'notices.noted' }]);
const digests = async () => (await outbox()).filter(({ kind }) => kind.endsWith('.digest'));
/** The minute that began with the first mail is over. */
const later = (ms = MINUTE) => {
  server().clock.offsetMs += ms;
  look();
};

describe('of one event in a minute', () => {
  test('twenty go out singly, and no digest follows', async () => {
    const ada = await reader(['alert.raised']);
    await note(many(20));
    expect(await mailsTo(ada, 20)).toHaveLength(20);
    later();
    await eventually(async () => expect(await server().db.sql`select from notification_windows`).toHaveLength(0));
    expect(soFar(ada)).toHaveLength(20);
  });

  test('the others come as one when the minute is over: names, a count, and one link into the console', async () => {
    const device = await createDevice(server().db);
    const ada = await reader(['alert.raised']);
    await note(many(15, device.id));
    await told();
    await note(many(130, device.id));
    expect(await mailsTo(ada, 20)).toHaveLength(20);
    await told();
    await eventually(async () => expect(await outbox()).toEqual([]));
    later(MINUTE - 5000);
    await note(many(1, device.id));
    await told();
    expect(await digests()).toEqual([]);
    later(5001);
    const digest = (await mailsTo(ada, 21))[20];
    expect(digest?.parsed.subject).toBe('126 more alerts were raised – Lab');
    expect(digest?.parsed.text?.match(/Error: Disk full on/g)).toHaveLength(100);
    expect(digest?.parsed.text).toContain('… and 26 more.');
    expect(digest?.parsed.text?.match(/https?:\/\/\S+/g)).toEqual([
      'http://console.test/alerts',
      'http://console.test',
    ]);
    await note(many(1, device.id));
    await mailsTo(ada, 22);
  });

  test('a single one beyond twenty comes as the mail that it would have been', async () => {
    const ada = await reader(['alert.raised']);
    await note(many(21));
    await mailsTo(ada, 20);
    later();
    expect((await mailsTo(ada, 21))[20]?.parsed.subject).toBe('Error: Disk full – Lab');
  });

  test('long words are cut for a digest without breaking a character in two', async () => {
    const ada = await reader(['alert.raised']);
    await note(many(20));
    const long = `${'x'.repeat(199)}\u{1F525} and more`;
    await note([notice(null, { details: { title: long } }), notice(null, { details: { title: long } })]);
    await mailsTo(ada, 20);
    await told();
    expect(await server().db.sql`select from notices`).toHaveLength(0);
    later();
    expect((await mailsTo(ada, 21))[20]?.parsed.subject).toBe('2 more alerts were raised – Lab');
  });

  test('each reader and each event has a minute of its own', async () => {
    smtp().behave('busy');
    const [ada, grace] = [await reader(['alert.raised', 'job.failed']), await reader(['job.failed'])];
    await note([...many(20), ...many(20).map((one) => ({ ...one, event: 'job.failed' as const }))]);
    await told();
    const rows = await outbox();
    expect(rows.filter(({ recipient }) => recipient === ada.address)).toHaveLength(40);
    expect(rows.filter(({ recipient }) => recipient === grace.address)).toHaveLength(20);
  });

  test('what is held is mailed after a restart, once', async () => {
    const ada = await reader(['alert.raised']);
    await server().db.sql`
      insert into notification_windows (user_id, event, started_at, singles, held, lines)
      values (${ada.id}, 'alert.raised', now() - interval '2 minutes', 20, 3, '[]')`;
    look();
    expect((await mailsTo(ada))[0]?.parsed.subject).toBe('3 more alerts were raised – Lab');
    look();
    await eventually(async () => expect(await server().db.sql`select from notification_windows`).toHaveLength(0));
    await eventually(async () => expect(await digests()).toEqual([]));
    expect(soFar(ada)).toHaveLength(1);
  });

  test('a clock that is set back by a day holds nothing back', async () => {
    const ada = await reader(['alert.raised']);
    server().clock.offsetMs = 24 * 60 * MINUTE;
    await note(many(25));
    await mailsTo(ada, 20);
    server().clock.offsetMs = 0;
    look();
    expect((await mailsTo(ada, 21))[20]?.parsed.subject).toBe('5 more alerts were raised – Lab');
  });

  test('goes to nobody who is disabled meanwhile', async () => {
    const ada = await reader(['alert.raised']);
    await note(many(25));
    await mailsTo(ada, 20);
    await server().db.sql`update users set disabled_at = now() where id = ${ada.id}`;
    later();
    await eventually(async () => expect(await server().db.sql`select from notification_windows`).toHaveLength(0));
    expect(await digests()).toEqual([]);
  });
});

test('a thousand alerts with fifty readers are queued within five seconds, none twice', {
  timeout: 60_000,
}, async () => {
  smtp().behave('busy');
  for (let count = 0; count < 50; count++) await reader(['alert.raised']);
  const tell = async () => {
    for (const table of ['notices', 'notification_windows', 'outbox'])
      await server().db.sql`delete from ${server().db.sql(table)}`;
    return timed(async () => {
      await note(many(1000));
      await told();
    });
  };
  expect(await atBest(5000, tell)).toBeLessThan(5000);
  expect(await outbox()).toHaveLength(50 * 20);
  const [held] = await server().db
    .sql`select sum(held)::int as held, max(cardinality(alert_ids)) as ids from notification_windows`;
  expect(held).toEqual({ held: 50 * 980, ids: 980 });
});

test('a fan-out that breaks off leaves everything as it was, and the next one tells it once', async () => {
  smtp().behave('busy');
  await reader(['alert.raised']);
  const { secrets } = server().ctx;
  const { fanOut } = await import('../../../domain/notifications/fan-out.ts');
  const ids = await server().db.sql.begin(async (sql) => {
    await notify({ ...silently(), sql }, many(3));
    // not committed yet, so that the server's own worker does not see them
    let sealed = 0;
    const breaking = {
      ...silently(),
      sql,
      work: { ...silently().work, inTransaction: true },
      secrets: {
        ...secrets,
        seal: (place: string, text: string) => {
          sealed += 1;
          if (sealed === 3) throw new Error('killed');
          return secrets.seal(place, text);
        },
      },
    };
    const rows = await sql<{ id: string }[]>`select id from notices`;
    await sql
      .savepoint((inner) =>
        fanOut(
          { ...breaking, sql: inner },
          rows.map(({ id }) => id),
        ),
      )
      .catch(() => undefined);
    expect(await sql`select from outbox`).toHaveLength(0);
    return rows.map(({ id }) => id);
  });
  expect(ids).toHaveLength(3);
  await told();
  expect(await outbox()).toHaveLength(3);
});

test('a notice that cannot be told holds up nobody else, and is given up after five tries', async () => {
  smtp().behave('busy');
  const ada = await reader(['alert.raised']);
  // an event whose mail cannot be sealed
  const poison = notice(null, { details: { title: 'poison' } });
  const { secrets } = server().muster.services;
  const seal = vi.spyOn(secrets, 'seal').mockImplementation((place, text) => {
    if (text.includes('poison')) throw new Error('cannot be told');
    return `sealed ${place}`;
  });
  await note([...many(2), poison, ...many(2)]);
  await eventually(async () => expect((await outbox()).length).toBe(4));
  for (const minutes of [1, 2, 5, 10]) {
    await eventually(async () =>
      expect((await server().db.sql`select from notices where retry_at > ${server().ctx.now()}`).length).toBe(1),
    );
    later(minutes * MINUTE);
  }
  await eventually(async () => {
    const rows = await server().db.sql`select attempts, last_error from notices where failed_at is not null`;
    expect(rows).toEqual([{ attempts: 5, last_error: 'cannot be told' }]);
  });
  seal.mockRestore();
  expect(soFar(ada)).toEqual([]);
  const metrics = () => server().muster.services.instance.metrics();
  expect(await metrics()).toMatch(/rmm_alert_processing_errors_total [1-9]/);
  await eventually(async () => expect(await metrics()).toContain('rmm_notices_failed 1')); // 0 while the database is slow
});
