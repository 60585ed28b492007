import type { Ctx } from '../context.ts';

/** What signing in by password looks at. */
export interface Candidate {
  id: string;
  username: string;
  passwordHash: string | null;
  disabled: boolean;
}

/** The account of this name, compared without case. */
export async function findByUsername(ctx: Ctx, username: string): Promise<Candidate | undefined> {
  const [row] = await ctx.sql<Candidate[]>`
    select id, username, password_hash as "passwordHash", disabled_at is not null as disabled
    from users where lower(username) = lower(${username})`;
  return row;
}

/**
 * Whether the account is still enabled and its password the one that was checked. Holds the row to the end of the
 * transaction, so that a session can't slip in behind a disable or a password change.
 */
export async function admit(ctx: Ctx, { id, passwordHash }: Pick<Candidate, 'id' | 'passwordHash'>): Promise<boolean> {
  const admitted = await ctx.sql`
    select 1 from users where id = ${id} and disabled_at is null and password_hash = ${passwordHash} for no key update`;
  return admitted.count > 0;
}

/** Notes a sign-in, if the account is enabled, and holds its row to the end of the transaction. Whether it did. */
export async function noteSignIn(ctx: Ctx, id: string): Promise<boolean> {
  const updated = await ctx.sql`
    update users set last_login_at = ${ctx.now()} where id = ${id} and disabled_at is null`;
  return updated.count > 0;
}
