import { noteMailed } from '../alerts/note-mailed.ts';
import { type Ctx, transaction } from '../context.ts';
import { countSent, withinBudget } from './budget.ts';
import type { MailTransport } from './queue.ts';
import { allows, maxAttempts, nextAttempt, stateAfter } from './states.ts';

/** Well above the half minute that a send may take (SPEC.md, Limits: notification lease). */
const LEASE_MS = 5 * 60_000;
/** Rows that one statement of a sweep takes. */
const BATCH = 500;
/** What an operator reads of a failure. */
const WORDS = 500;

/** A row that this caller alone may send, until its lease ends. */
export interface Claimed {
  id: string;
  kind: string;
  /** Sealed. */
  payload: string;
  /** Tries that have failed. */
  attempts: number;
  lease_token: string;
}

export interface ClaimedMail extends Claimed {
  transport: MailTransport;
  recipient: string;
  /** The alerts that it tells of. */
  alert_ids: string[];
  /** The reader's; null when none was chosen. */
  language: string | null;
}

/**
 * Takes the mail of this transport that has been due longest; undefined when none is, or while the hourly budget of mail
 * about events is used up.
 */
export const claimMail = (ctx: Ctx, transport: MailTransport): Promise<ClaimedMail | undefined> =>
  transport === 'alerts' ? withinBudget(ctx, (inside) => claimDue(inside, transport)) : claimDue(ctx, transport);

async function claimDue(ctx: Ctx, transport: MailTransport): Promise<ClaimedMail | undefined> {
  const { sql } = ctx;
  const now = ctx.now();
  const [claimed] = await sql<ClaimedMail[]>`
    with due as (
      select m.id from outbox m
      where ${allows(sql, 'claim')} and m.transport = ${transport} and m.next_attempt_at <= ${now}
        and not ${unwanted(ctx)}
      order by m.next_attempt_at limit 1 for update skip locked)
    update outbox m
    set ${taken(ctx)}
    from due where m.id = due.id
    returning m.id, m.transport, m.kind, m.recipient, m.payload, m.attempts, m.lease_token, m.alert_ids,
              (select u.language from users u where u.id = m.user_id) as language`;
  return claimed;
}

/** SQL: what a row of alias `m` becomes when a sender takes it. */
export const taken = ({ sql, now }: Ctx) => sql`
  state = ${stateAfter(sql, 'claim')}, lease_token = gen_random_uuid(),
  lease_expires_at = ${new Date(now().getTime() + LEASE_MS)}`;

/** The relay took it: the row goes, and with it what it held; the budget and the alerts' timelines know. */
export const finish = (ctx: Ctx, mail: ClaimedMail): Promise<void> =>
  transaction(ctx, async (inside) => {
    const gone = await remove(inside, mail);
    if (!gone || mail.transport !== 'alerts') return;
    await countSent(inside);
    await noteMailed(inside, mail.alert_ids, 'mailed');
  });

/** Takes a row out that went well. @returns false when its lease has passed to somebody else */
export async function remove({ sql }: Ctx, claimed: Claimed): Promise<boolean> {
  const { count } = await sql`delete from outbox m where ${leased(sql, claimed)}`;
  return count > 0;
}

/** As `giveBack`, and says in the alerts' timelines when it was given up. */
export const fail = (ctx: Ctx, mail: ClaimedMail, reason: string, final: boolean): Promise<Date | undefined> =>
  transaction(ctx, async (inside) => {
    const next = await giveBack(inside, mail, reason, final);
    if (!next) await noteMailed(inside, mail.alert_ids, 'mail_failed');
    return next;
  });

/**
 * The relay did not take it. It is tried again later, or kept as failed, without what it said: that may be a link.
 * @param final trying again is of no use
 * @returns when it is tried again; undefined: never
 */
export async function giveBack(ctx: Ctx, mail: Claimed, reason: string, final: boolean): Promise<Date | undefined> {
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
const leased = (sql: Ctx['sql'], { id, lease_token }: Claimed) =>
  sql`m.id = ${id} and ${allows(sql, 'send')} and m.lease_token = ${lease_token}`;

/** Nobody is to get it any more: it is out of date, or its reader's access was withdrawn (SPEC.md, States: user). */
export const unwanted = ({ sql, now }: Ctx) => sql`(
  m.expires_at <= ${now()} is true
  or exists (select 1 from users u where u.id = m.user_id and u.disabled_at is not null))`;

/** What a sweep found. */
export interface Swept {
  lapsed: number;
  dropped: { id: string; kind: string }[];
}

/**
 * Puts mail back whose sender died, and takes out what nobody is to get any more.
 * @param sending rows that this very process is sending: its senders end by themselves, so that a clock that jumps ahead
 *   does not have them sent twice
 */
export async function sweepOutbox(ctx: Ctx, sending: string[] = []): Promise<Swept> {
  const { sql } = ctx;
  await pullForward(ctx);
  const lapsed = await sql<{ id: string }[]>`
    update outbox m
    set state = ${stateAfter(sql, 'lapse')}, attempts = m.attempts + 1, next_attempt_at = ${ctx.now()},
        lease_token = null, lease_expires_at = null, last_error = 'Its sender ended without saying how it went.'
    where m.id in (
      select m.id from outbox m
      where ${allows(sql, 'lapse')} and m.lease_expires_at <= ${ctx.now()} and m.id <> all(${sending}::uuid[])
      limit ${BATCH} for update skip locked)
    returning m.id`;
  const dropped = await sql<{ id: string; kind: string }[]>`
    delete from outbox m
    where m.id in (
      select m.id from outbox m where ${allows(sql, 'drop')} and ${unwanted(ctx)}
      limit ${BATCH} for update skip locked)
    returning m.id, m.kind`;
  return { lapsed: lapsed.length, dropped };
}

/** After a clock that stood ahead was put right: nothing waits longer than it would have from now on (ATTACKS.md 53). */
async function pullForward({ sql, now }: Ctx): Promise<void> {
  const [latest, lease] = [nextAttempt(maxAttempts - 1, now()) ?? now(), new Date(now().getTime() + LEASE_MS)];
  await sql`
    update outbox m set next_attempt_at = ${now()}
    where ${allows(sql, 'claim')} and m.next_attempt_at > ${latest}`;
  await sql`
    update outbox m set lease_expires_at = ${lease} where ${allows(sql, 'lapse')} and m.lease_expires_at > ${lease}`;
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
