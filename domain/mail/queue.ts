import type { Ctx } from '../context.ts';
import type { MailContent } from './content.ts';

/** Which relay carries it: the environment's, for mail about accounts, or the console's, for alerts. Never the other one. */
export type MailTransport = 'account' | 'alerts';

export interface QueuedMail {
  transport: MailTransport;
  content: MailContent;
  /** The address, as it is at this moment. */
  recipient: string;
  /**
   * Whose mail it is: the language it is written in; it goes when the account goes, and stops when it is disabled. Null for
   * mail that goes out whatever becomes of the account, in English.
   */
  userId: string | null;
  /** One of a kind is queued once: a second is not queued, and is no error. */
  dedupeKey?: string;
  /** Nobody wants it after this. */
  expiresAt?: Date;
}

/** Where a row's payload is sealed for, by the table's first name: mail that waits across an upgrade must open. */
export const payloadPlace = (id: string): string => `mail_outbox:payload:${id}`;

/**
 * Puts one mail into the outbox, in the caller's transaction; it leaves after the commit. Nothing is queued while its
 * transport is off (SPEC.md, Configuration: alerts relay).
 * @returns whether it was queued
 */
export async function queueMail(ctx: Ctx, mail: QueuedMail): Promise<boolean> {
  if (!(await isOn(ctx, mail.transport))) return false;
  const [made] = await ctx.sql<{ id: string }[]>`select uuidv7() as id`;
  const id = made?.id ?? '';
  const now = ctx.now();
  const payload = ctx.secrets.seal(payloadPlace(id), JSON.stringify(mail.content));
  const rows = await ctx.sql`
    insert into outbox (id, transport, kind, recipient, user_id, payload, dedupe_key, next_attempt_at, expires_at, created_at)
    values (${id}, ${mail.transport}, ${mail.content.kind}, ${mail.recipient}, ${mail.userId}, ${payload},
            ${mail.dedupeKey ?? null}, ${now}, ${mail.expiresAt ?? null}, ${now})
    on conflict (dedupe_key) do nothing`;
  if (rows.count === 0) return false;
  ctx.emit({ type: 'mail.queued' });
  return true;
}

/** Whether mail of this transport leaves at all. */
export async function isOn(ctx: Ctx, transport: MailTransport): Promise<boolean> {
  if (transport === 'account') return ctx.settings.accountRelay !== null;
  const [relay] = await ctx.sql`select 1 from alert_relay where host <> '' and enabled`;
  return relay !== undefined;
}

/** Seals mail that waits for another try with the first key. @returns how many rows changed */
export async function resealOutbox({ sql, secrets }: Ctx): Promise<number> {
  const rows = await sql<{ id: string; payload: string }[]>`
    select id, payload from outbox where state = 'pending'`;
  let resealed = 0;
  for (const { id, payload } of rows.filter((row) => secrets.isStale(row.payload))) {
    const anew = secrets.seal(payloadPlace(id), secrets.open(payloadPlace(id), payload));
    resealed += (await sql`update outbox set payload = ${anew} where id = ${id} and payload = ${payload}`).count;
  }
  return resealed;
}

/** Mail that waits or is being sent. */
export async function waitingMail({ sql }: Pick<Ctx, 'sql'>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from outbox where state in ('pending', 'processing') and transport <> 'webhooks'`;
  return row?.count ?? 0;
}

/** What waits of notifications: mail about events and deliveries to webhooks. */
export interface NotificationQueue {
  pending: number;
  processing: number;
  failed: number;
  /** Age of the oldest that waits; what a disabled webhook holds is none of them. 0 for none. */
  oldest_pending_seconds: number;
}

export async function notificationQueue({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Promise<NotificationQueue> {
  const [row] = await sql<(Omit<NotificationQueue, 'oldest_pending_seconds'> & { oldest: string | null })[]>`
    select count(*) filter (where m.state = 'pending')::int as pending,
      count(*) filter (where m.state = 'processing')::int as processing,
      count(*) filter (where m.state = 'failed')::int as failed,
      min(m.created_at) filter (where m.state = 'pending' and w.enabled is not false) as oldest
    from outbox m left join webhooks w on w.id = m.webhook_id
    where m.transport in ('alerts', 'webhooks')`;
  const { pending = 0, processing = 0, failed = 0, oldest = null } = row ?? {};
  const age = oldest === null ? 0 : (now().getTime() - new Date(oldest).getTime()) / 1000;
  return { pending, processing, failed, oldest_pending_seconds: Math.max(0, age) };
}
