import type { Ctx } from '../context.ts';
import { readAddressee } from '../users/mail-address.ts';
import type { MailContent } from './content.ts';
import { queueMail } from './queue.ts';

type Change = Extract<MailContent, { at: string }>;
type WithoutSetting<C> = C extends Change ? Omit<C, 'username' | 'at'> : never;
/** What was changed at an account, as its owner is to hear of it. */
export type OwnerNotice = WithoutSetting<Change>;

const TOLD_WHILE_DISABLED: readonly OwnerNotice['kind'][] = ['account.email_changed', 'account.password_changed'];
const DAY_MS = 24 * 3600_000;
/** Of one kind of change. Whoever has had so many has been warned; each kind has its own, so that none hides another. */
const MAILS_A_DAY = 5;

/**
 * Mails the owner that something was changed at their account, in the transaction of the change (OWASP Authentication Cheat
 * Sheet). It goes to the address that is there at this moment, so call it before that is changed; and to a confirmed one
 * only, since a mistyped one belongs to a stranger. Nothing where no mail about accounts leaves, and for disabled accounts
 * only of a new address or password: disabling first, and enabling afterwards, must not hide that somebody takes one over.
 */
export async function tellOwner(ctx: Ctx, userId: string, notice: OwnerNotice): Promise<void> {
  if (!ctx.settings.accountRelay) return;
  const { email, confirmed, disabled, username } = await readAddressee(ctx, userId);
  if (!email || !confirmed || (disabled && !TOLD_WHILE_DISABLED.includes(notice.kind))) return;
  if (!(await isWithinBudget(ctx, userId, 'change' in notice ? `${notice.kind}:${notice.change}` : notice.kind)))
    return;
  const content: MailContent = { ...notice, username, at: ctx.now().toISOString() };
  await queueMail(ctx, { transport: 'account', content, recipient: email, userId: disabled ? null : userId });
}

/** One mail a minute, by the key of its row, and five a day. Nothing is locked, so changes at once may make one or two more of those. */
async function isWithinBudget(ctx: Ctx, userId: string, about: string): Promise<boolean> {
  const { sql } = ctx;
  const now = ctx.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await sql`delete from owner_notices where user_id = ${userId} and about = ${about} and minute <= ${dayAgo}`;
  const noted = await sql`
    insert into owner_notices (user_id, about, minute)
    select ${userId}::uuid, ${about}, date_trunc('minute', ${now}::timestamptz)
    where (select count(*) from owner_notices where user_id = ${userId} and about = ${about}) < ${MAILS_A_DAY}
    on conflict do nothing`;
  return noted.count > 0;
}

/** An address as somebody recognizes it who knows it: `m***@example.com`. */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1***');
