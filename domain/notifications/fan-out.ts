import type { NotificationEvent } from '../../schema/notifications.ts';
import { type Ctx, transaction } from '../context.ts';
import type { Happening } from '../mail/content.ts';
import { type QueuedWord, queueMany } from '../mail/queue-many.ts';
import { queueDeliveries } from '../webhooks/queue.ts';
import type { Notice, NoticeDetails } from './notice.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { admit, digestOf, fresh, readWindows, takeEnded, type Window, writeWindows } from './windows.ts';

/** Key of the advisory lock ("notify" in ASCII). */
const LOCK = 0x6e6f74696679;
/** Minutes that are taken at once. */
const DIGESTS = 100;

/** A notice as it lies in its row. */
export interface NotedRow {
  id: string;
  event: NotificationEvent;
  agent_id: string | null;
  agent_hostname: string | null;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
  subject_kind: Notice['subject']['kind'];
  subject_id: string;
  details: NoticeDetails;
  created_at: string;
}

/**
 * Turns these notices into mail and deliveries and removes them, all in one transaction: whatever crashes, each is told
 * exactly once. One at a time, so that the windows of a reader are counted by nobody else.
 * @returns how many were there
 */
export const fanOut = (ctx: Ctx, noticeIds: string[]): Promise<number> =>
  transaction(ctx, async (inside) => {
    await lock(inside);
    await endMinutes(inside);
    const { sql } = inside;
    const rows = await sql<NotedRow[]>`
      select n.id, n.event, n.agent_id, coalesce(d.hostname, n.agent_hostname) as agent_hostname,
        case when d.id is null then n.client_id else d.client_id end as client_id,
        case when d.id is null then n.site_id else d.site_id end as site_id,
        case when d.id is null then n.group_id else d.group_id end as group_id,
        n.subject_kind, n.subject_id, n.details, rfc3339(n.created_at) as created_at
      from notices n left join devices d on d.id = n.agent_id
      where n.id = any(${noticeIds}::uuid[]) and n.failed_at is null
      for update of n`;
    const notices = new Map(rows.map((row) => [row.id, row]));
    const recipients = await findRecipients(inside, noticeIds);
    await queueMany(inside, await mailFor(inside, recipients, notices));
    await queueDeliveries(inside, rows);
    await sql`delete from notices where id = any(${[...notices.keys()]}::uuid[])`;
    return rows.length;
  });

const lock = ({ sql }: Ctx) => sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;

/** Single mails up to the bound of each reader's minute; what is beyond is written into the windows. */
async function mailFor(ctx: Ctx, recipients: Recipient[], notices: Map<string, NotedRow>): Promise<QueuedWord[]> {
  if (recipients.length === 0) return [];
  const now = ctx.now();
  const key = ({ user_id, event }: Pick<Recipient, 'user_id' | 'event'>) => `${user_id} ${event}`;
  const known = new Map((await readWindows(ctx, recipients)).map((window) => [key(window), window]));
  const words: QueuedWord[] = [];
  const windows: Window[] = [];
  for (const reader of recipients) {
    const window = { ...(known.get(key(reader)) ?? fresh(reader, now)), lines: [], alert_ids: [] };
    windows.push(window);
    for (const id of reader.notice_ids) {
      const notice = notices.get(id);
      if (!notice) continue;
      const happening = seenBy(reader, notice);
      if (admit(window, happening)) words.push(single(reader, notice, happening));
    }
  }
  await writeWindows(ctx, windows);
  return words;
}

/** To somebody with an access scope the size of a batch would tell of devices outside of it. */
function seenBy(
  { unscoped }: Recipient,
  { subject_kind, subject_id, agent_hostname, details, created_at }: NotedRow,
): Happening {
  const { devices: _, ...rest } = details;
  return {
    subject: { kind: subject_kind, id: subject_id },
    hostname: agent_hostname,
    details: unscoped ? details : rest,
    happened_at: created_at,
  };
}

const single = ({ user_id, username, email }: Recipient, notice: NotedRow, happening: Happening): QueuedWord => ({
  transport: 'alerts',
  kind: notice.event,
  recipient: email,
  userId: user_id,
  webhookId: null,
  payload: JSON.stringify({ kind: 'notice', event: notice.event, username, ...happening }),
  dedupeKey: `notice:${notice.id}:user:${user_id}`,
  alertIds: notice.subject_kind === 'alert' ? [notice.subject_id] : [],
});

/** Queues the digests of minutes that are over. */
export const queueDigests = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inside) => {
    await lock(inside);
    await endMinutes(inside);
  });

/**
 * Whoever has no address any more or is disabled gets no digest of what was held, and nobody does once alert mail is off.
 */
async function endMinutes(ctx: Ctx): Promise<void> {
  for (;;) {
    const ended = await takeEnded(ctx, DIGESTS);
    const held = ended.filter((window) => window.held > 0);
    if (held.length > 0) {
      const ids = held.map(({ user_id }) => user_id);
      const readers = await stillReading(ctx, ids);
      const words = held.map((window) => ({ window, reader: readers.get(window.user_id) }));
      await queueMany(
        ctx,
        words.flatMap(({ window, reader }) => (reader ? [digestOf(window, reader)] : [])),
      );
    }
    if (ended.length < DIGESTS) return;
  }
}

async function stillReading({ sql, settings }: Ctx, userIds: string[]) {
  const rows = await sql<{ id: string; username: string; email: string }[]>`
    select u.id, u.username, u.email from users u
    where u.id = any(${userIds}::uuid[]) and u.disabled_at is null and u.email is not null
      and (${settings.accountRelay === null} or u.email_confirmed_at is not null)
      and exists (select 1 from alert_relay where host <> '' and enabled)`;
  return new Map(rows.map((row) => [row.id, row]));
}
