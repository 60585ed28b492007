import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { Happening } from '../mail/content.ts';
import type { QueuedWord } from '../mail/queue-many.ts';
import type { Fragment, Sql } from '../sql.ts';
import type { NoticeDetails } from './notice.ts';
import type { Recipient } from './recipients.ts';

/** Mails of one event that somebody gets singly within a minute; the rest comes as one (issue 4). */
export const SINGLES = 20;
const WINDOW_MS = 60_000;
/** Named in a digest; the others are counted. */
const LINES = 100;
/** Of a text in a digest's line. */
const WORDS = 200;

type Key = Pick<Recipient, 'user_id' | 'event'>;

/** A minute that is over: what it held is for one digest. */
export type Ended = Key & {
  started_at: string;
  held: number;
  lines: Happening[];
  alert_ids: string[];
};

/** A minute that runs, with what this fan-out adds to it. */
export type Window = Key & {
  started_at: string;
  singles: number;
  held: number;
  /** Lines that it has already. */
  named: number;
  /** New ones. */
  lines: Happening[];
  alert_ids: string[];
};

export const fresh = ({ user_id, event }: Key, now: Date): Window => ({
  ...{ user_id, event, started_at: now.toISOString() },
  ...{ singles: 0, held: 0, named: 0, lines: [], alert_ids: [] },
});

/** Takes one more in: as a mail of its own, or held for the digest. @returns whether it goes out singly */
export function admit(window: Window, happening: Happening): boolean {
  if (window.singles < SINGLES) {
    window.singles += 1;
    return true;
  }
  window.held += 1;
  if (window.named + window.lines.length < LINES)
    window.lines.push({ ...happening, details: brief(happening.details) });
  if (happening.subject.kind === 'alert') window.alert_ids.push(happening.subject.id);
  return false;
}

/** What a line says: the longer texts stay in the console. */
const brief = ({ message: _, error: __, ...details }: NoticeDetails): NoticeDetails =>
  Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, WORDS).toWellFormed() : value,
    ]),
  );

/** The digest of a minute that held something; of a single one the mail that it would have been. */
export function digestOf(window: Ended, { username, email }: Pick<Recipient, 'username' | 'email'>): QueuedWord {
  const { user_id, event, started_at, held, lines } = window;
  const [first] = lines;
  const content =
    held === 1 && first
      ? { kind: 'notice', event, username, ...first }
      : { kind: 'digest', event, username, since: started_at, lines, more: held - lines.length };
  return {
    transport: 'alerts',
    kind: `${event}.digest`,
    recipient: email,
    userId: user_id,
    webhookId: null,
    payload: JSON.stringify(content),
    dedupeKey: `digest:${user_id}:${event}:${started_at}`,
    alertIds: window.alert_ids,
  };
}

/** SQL condition on `notification_windows w`: its minute is over. A clock that was set back ends it too. */
export const ended = (sql: Sql, now: Date): Fragment =>
  sql`(w.started_at <= ${new Date(now.getTime() - WINDOW_MS)} or w.started_at > ${now})`;

/** Minutes of these readers, as far as they have come; their lines stay in the database. */
export const readWindows = ({ sql }: Ctx, keys: Key[]): Promise<Omit<Window, 'lines' | 'alert_ids'>[]> =>
  sql<Omit<Window, 'lines' | 'alert_ids'>[]>`
    select w.user_id, w.event, rfc3339(w.started_at) as started_at, w.singles, w.held, jsonb_array_length(w.lines) as named
    from notification_windows w
    join unnest(${keys.map(({ user_id }) => user_id)}::uuid[], ${keys.map(({ event }) => event)}::text[]) as k (user_id, event)
      on k.user_id = w.user_id and k.event = w.event`;

const Lines = z.array(Happening);

/** Takes out up to so many minutes that are over. */
export async function takeEnded({ sql, now }: Ctx, limit: number): Promise<Ended[]> {
  const rows = await sql<(Omit<Ended, 'lines'> & { lines: unknown })[]>`
    delete from notification_windows o
    using (select w.user_id, w.event from notification_windows w where ${ended(sql, now())} limit ${limit}) e
    where o.user_id = e.user_id and o.event = e.event
    returning o.user_id, o.event, rfc3339(o.started_at) as started_at, o.held, o.lines, o.alert_ids`;
  return rows.map((row) => ({ ...row, lines: Lines.parse(row.lines) }));
}

/** Adds to the rows what the windows took in. */
export async function writeWindows({ sql }: Ctx, windows: Window[]): Promise<void> {
  if (windows.length === 0) return;
  await sql`
    insert into notification_windows as w (user_id, event, started_at, singles, held, lines, alert_ids)
    select n.user_id, n.event, n.started_at, n.singles, n.held, n.lines, array(select jsonb_array_elements_text(n.alert_ids)::uuid)
    from jsonb_to_recordset(${sql.json(windows)}) as n (user_id uuid, event text, started_at timestamptz, singles int,
      held int, lines jsonb, alert_ids jsonb)
    on conflict (user_id, event) do update set singles = excluded.singles, held = excluded.held,
      lines = w.lines || excluded.lines, alert_ids = w.alert_ids || excluded.alert_ids`;
}
