import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** An account as mail to it looks at it. */
export interface Addressee {
  id: string;
  username: string;
  email: string | null;
  confirmed: boolean;
  disabled: boolean;
}

const columns = ({ sql }: Ctx) => sql`
  u.id, u.username, u.email, u.email is not null and u.email_confirmed_at is not null as confirmed,
  u.disabled_at is not null as disabled`;

/** The account, without a lock. @throws 404 when it has just been deleted */
export async function readAddressee(ctx: Ctx, id: string): Promise<Addressee> {
  const [row] = await ctx.sql<Addressee[]>`select ${columns(ctx)} from users u where u.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}

/**
 * The account, held to the end of the transaction: what is decided about its links is decided one after the other, and
 * nobody disables it, changes its address or links it to single sign-on meanwhile.
 */
export async function lockAddressee(ctx: Ctx, id: string): Promise<Addressee | undefined> {
  if (!ctx.work.inTransaction) throw new Error('lockAddressee needs a transaction');
  const [row] = await ctx.sql<Addressee[]>`select ${columns(ctx)} from users u where u.id = ${id} for update`;
  return row;
}

/** Id of the account with this address, compared without case. */
export async function findByAddress(ctx: Ctx, email: string): Promise<string | undefined> {
  const [row] = await ctx.sql<{ id: string }[]>`
    select id from users where lower(email) = lower(${email}) and email is not null`;
  return row?.id;
}

/** Notes that the owner reads mail at the address. */
export async function markConfirmed(ctx: Ctx, id: string): Promise<void> {
  await ctx.sql`update users set email_confirmed_at = ${ctx.now()}, updated_at = ${ctx.now()} where id = ${id}`;
}
