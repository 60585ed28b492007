import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { hashToken, newToken, type tokenPrefix } from '../tokens.ts';
import { type Addressee, lockAddressee } from '../users/mail-address.ts';

export type Purpose = 'password_reset' | 'email_confirmation';

const HOUR_MS = 3600_000;

const kinds: Record<Purpose, { token: keyof typeof tokenPrefix; path: string; lifetimeMs: number }> = {
  password_reset: { token: 'passwordReset', path: '/reset-password', lifetimeMs: HOUR_MS },
  // SPEC.md, Limits
  email_confirmation: { token: 'emailConfirmation', path: '/confirm-email', lifetimeMs: 48 * HOUR_MS },
};

export interface MadeLink {
  url: string;
  expiresAt: Date;
}

/**
 * A new link for whoever reads mail at `email`. Its secret stands behind the #, which reaches no log, proxy or Referer, and
 * is kept as a hash only.
 */
export async function createLink(ctx: Ctx, purpose: Purpose, userId: string, email: string): Promise<MadeLink> {
  const { token: kind, path, lifetimeMs } = kinds[purpose];
  const token = newToken(kind, ctx.random);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await ctx.sql`
    insert into account_links (user_id, purpose, token_hash, email, created_at, expires_at)
    values (${userId}, ${purpose}, ${hashToken(token)}, ${email}, ${now}, ${expiresAt})`;
  return { url: `${ctx.settings.consoleUrl}${path}#token=${token}`, expiresAt };
}

/** SQL condition on `account_links l` and `users u`: the link still opens something. */
const opens = (ctx: Ctx, purpose: Purpose, token: string) => ctx.sql`
  l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.ended_at is null and l.expires_at > ${ctx.now()}
  and u.id = l.user_id and lower(u.email) = lower(l.email) and u.disabled_at is null`;

/** Id of the account that the link belongs to, without spending it. @throws 400 link_invalid */
export async function findLink(ctx: Ctx, purpose: Purpose, token: string): Promise<string> {
  const [row] = await ctx.sql<{ user_id: string }[]>`
    select l.user_id from account_links l, users u where ${opens(ctx, purpose, token)}`;
  if (!row) throw linkInvalid();
  return row.user_id;
}

/**
 * Spends the link and holds its account to the end of the transaction: of callers at once one gets it. The account is
 * locked before the link, as everything else does that touches both.
 * @throws 400 link_invalid
 */
export async function takeLink(ctx: Ctx, purpose: Purpose, token: string): Promise<Addressee> {
  const owner = await lockAddressee(ctx, await findLink(ctx, purpose, token));
  const spent = await ctx.sql`
    update account_links l set ended_at = ${ctx.now()} from users u where ${opens(ctx, purpose, token)}`;
  if (!owner || spent.count === 0) throw linkInvalid();
  return owner;
}

/** Makes links worthless that have not been used: all of these accounts, or those of one purpose. */
export async function voidLinks(ctx: Ctx, userIds: string[], purpose: Purpose | null = null): Promise<void> {
  await ctx.sql`
    update account_links set ended_at = ${ctx.now()}
    where user_id = any(${userIds}::uuid[]) and ended_at is null and (${purpose}::text is null or purpose = ${purpose})`;
}

/** One answer whether the link is unknown, used, expired or outdated (SPEC.md, Errors). */
export const linkInvalid = (): Problem =>
  new Problem(400, 'link_invalid', 'This link is not valid, or no longer. Ask for a new one.');

/** Forgets links a day after their time: until then the budgets may count them. */
export async function sweepLinks(ctx: Ctx): Promise<number> {
  const dayAgo = new Date(ctx.now().getTime() - 24 * HOUR_MS);
  const { count } = await ctx.sql`delete from account_links where expires_at < ${dayAgo}`;
  return count;
}
