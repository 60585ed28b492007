import { type Ctx, transaction } from '../context.ts';

const HOUR_MS = 3600_000;
/** Key of the advisory lock ("mail" in ASCII). */
const LOCK = 0x6d61696c;

/**
 * Runs `claim` if one more mail about events may leave within RMM_ALERTS_HOURLY_LIMIT: those of the last hour count, and those
 * on their way. One claim at a time, so that several senders do not all take the last place.
 */
export const withinBudget = <T>(ctx: Ctx, claim: (ctx: Ctx) => Promise<T | undefined>): Promise<T | undefined> =>
  transaction(ctx, async (inside) => {
    await inside.sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
    return (await budgetLeft(inside)) > 0 ? claim(inside) : undefined;
  });

/** Mails that may still leave at this moment. */
export async function budgetLeft({ sql, now, settings }: Ctx): Promise<number> {
  // What a clock that stood ahead has noted does not count: it would hold mail up until that time comes.
  const [row] = await sql<{ used: number }[]>`
    select (select coalesce(sum(count), 0) from alert_mail_sent
            where minute > ${new Date(now().getTime() - HOUR_MS)} and minute <= ${now()})::int
         + (select count(*) from outbox m where m.state = 'processing' and m.transport = 'alerts')::int as used`;
  return settings.alertsHourlyLimit - (row?.used ?? 0);
}

/** Counts mail that left, in the transaction that takes it out of the outbox. */
export async function countSent({ sql, now }: Ctx): Promise<void> {
  await sql`
    insert into alert_mail_sent (minute, count) values (date_trunc('minute', ${now()}::timestamptz), 1)
    on conflict (minute) do update set count = alert_mail_sent.count + 1`;
}

/** Mail that is due and waits for nothing but the budget. */
export async function waitingForBudget(ctx: Ctx): Promise<number> {
  if ((await budgetLeft(ctx)) > 0) return 0;
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::int as count from outbox m
    where m.state = 'pending' and m.transport = 'alerts' and m.next_attempt_at <= ${ctx.now()}`;
  return row?.count ?? 0;
}

/** Removes what no hour counts any more. */
export async function expireBudget({ sql, now }: Ctx): Promise<number> {
  const { count } = await sql`delete from alert_mail_sent where minute < ${new Date(now().getTime() - 24 * HOUR_MS)}`;
  return count;
}
