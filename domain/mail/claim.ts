import type { Ctx } from '../context.ts';
import type { MailTransport } from './queue.ts';
import { allows, nextAttempt, stateAfter } from './states.ts';

/** Well above the half minute that a send may take (SPEC.md, Limits: notification lease). */
const LEASE_MS = 5 * 60_000;
/** Rows that one statement of a sweep takes. */
const BATCH = 500;
/** What an operator reads of a failure. */
const WORDS = 500;

/** A mail that this caller alone may send, until its lease ends. */
export interface ClaimedMail {
  id: string;
  transport: MailTransport;
  kind: string;
  recipient: string;
  /** Sealed. */
  payload: string;
  /** Tries that have failed. */
  attempts: number;
  lease_token: string;
  /** The reader's; null when none was chosen. */
  language: string | null;
}

/** Takes the mail of this transport that has been due longest; undefined when none is. Senders never wait for each other. */
export async function claimMail(ctx: Ctx, transport: MailTransport): Promise<ClaimedMail | undefined> {
  const { sql } = ctx;
  const now = ctx.now();
  const [claimed] = await sql<ClaimedMail[]>`
    with due as (
      select m.id from outbox m
      where ${allows(sql, 'claim')} and m.transport = ${transport} and m.next_attempt_at <= ${now}
        and not ${unwanted(ctx)}
      order by m.next_attempt_at limit 1 for update skip locked)
    update outbox m
    set state = ${stateAfter(sql, 'claim')}, lease_token = gen_random_uuid(),
        lease_expires_at = ${new Date(now.getTime() + LEASE_MS)}
    from due where m.id = due.id
    returning m.id, m.transport, m.kind, m.recipient, m.payload, m.attempts, m.lease_token,
              (select u.language from users u where u.id = m.user_id) as language`;
  return claimed;
}

/** The relay took it: the row goes, and with it what it held. */
export async function finish({ sql }: Ctx, mail: ClaimedMail): Promise<void> {
  await sql`delete from outbox m where ${leased(sql, mail)}`;
}

/**
 * The relay did not take it. It is tried again later, or kept as failed, without what it said: that may be a link.
 * @param final trying again is of no use
 * @returns when it is tried again; undefined: never
 */
export async function fail(ctx: Ctx, mail: ClaimedMail, reason: string, final: boolean): Promise<Date | undefined> {
  const { sql } = ctx;
  const attempts = mail.attempts + 1;
  const next = final ? undefined : nextAttempt(attempts, ctx.now());
  const outcome = { attempts, last_error: reason.slice(0, WORDS), lease_token: null, lease_expires_at: null };
  if (next)
    await sql`
      update outbox m set ${sql(outcome)}, state = ${stateAfter(sql, 'retry')}, next_attempt_at = ${next}
      where ${leased(sql, mail)}`;
  else
    await sql`
      update outbox m set ${sql(outcome)}, state = ${stateAfter(sql, 'give_up')}, payload = ''
      where ${leased(sql, mail)}`;
  return next;
}

/** Only whoever holds the lease says how it went: after a lapse somebody else may be sending it. */
const leased = (sql: Ctx['sql'], { id, lease_token }: ClaimedMail) =>
  sql`m.id = ${id} and ${allows(sql, 'send')} and m.lease_token = ${lease_token}`;

/** Nobody is to get it any more: it is out of date, or its reader's access was withdrawn (SPEC.md, States: user). */
const unwanted = ({ sql, now }: Ctx) => sql`(
  m.expires_at <= ${now()} is true
  or exists (select 1 from users u where u.id = m.user_id and u.disabled_at is not null))`;

/** What a sweep found. */
export interface Swept {
  lapsed: number;
  dropped: { id: string; kind: string }[];
}

/** Puts mail back whose sender died, and takes out what nobody is to get any more. */
export async function sweepOutbox(ctx: Ctx): Promise<Swept> {
  const { sql } = ctx;
  const lapsed = await sql<{ id: string }[]>`
    update outbox m
    set state = ${stateAfter(sql, 'lapse')}, attempts = m.attempts + 1, next_attempt_at = ${ctx.now()},
        lease_token = null, lease_expires_at = null, last_error = 'Its sender ended without saying how it went.'
    where m.id in (
      select m.id from outbox m
      where ${allows(sql, 'lapse')} and m.lease_expires_at <= ${ctx.now()} limit ${BATCH} for update skip locked)
    returning m.id`;
  const dropped = await sql<{ id: string; kind: string }[]>`
    delete from outbox m
    where m.id in (
      select m.id from outbox m where ${allows(sql, 'drop')} and ${unwanted(ctx)}
      limit ${BATCH} for update skip locked)
    returning m.id, m.kind`;
  return { lapsed: lapsed.length, dropped };
}

/** Removes failed mail that has been kept long enough; what still waits to be sent is never too old (SPEC.md, Limits). */
export async function expireFailedMail(ctx: Ctx): Promise<number> {
  const { sql } = ctx;
  const before = new Date(ctx.now().getTime() - ctx.settings.notificationRetentionDays * 86_400_000);
  const { count } = await sql`
    delete from outbox m
    where m.id in (
      select m.id from outbox m where ${allows(sql, 'expire')} and m.created_at < ${before}
      order by m.created_at limit ${BATCH} for update skip locked)`;
  return count;
}
