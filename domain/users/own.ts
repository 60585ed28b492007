import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** Whether it changed. */
export async function setLanguage(ctx: Ctx, id: string, language: string | null): Promise<boolean> {
  const updated = await ctx.sql`
    update users set language = ${language}, updated_at = ${ctx.now()}
    where id = ${id} and language is distinct from ${language}`;
  return updated.count > 0;
}

/** The hash, null for an account without a password. @throws 404 when the account has just been deleted */
export async function readPasswordHash(
  ctx: Ctx,
  id: string,
): Promise<{ username: string; passwordHash: string | null }> {
  const [row] = await ctx.sql<{ username: string; password_hash: string | null }[]>`
    select username, password_hash from users where id = ${id}`;
  if (!row) throw notFound('user');
  return { username: row.username, passwordHash: row.password_hash };
}

/** Stores the new hash if the old one is still there and the account enabled. Whether it did. */
export async function replacePassword(
  ctx: Ctx,
  id: string,
  { before, after }: { before: string | null; after: string },
): Promise<boolean> {
  const updated = await ctx.sql`
    update users set password_hash = ${after}, updated_at = ${ctx.now()}
    where id = ${id} and password_hash = ${before} and disabled_at is null`;
  return updated.count > 0;
}

/** Stores a new hash, whatever there was: the caller has proved to read the account's mail. */
export async function setPassword(ctx: Ctx, id: string, passwordHash: string): Promise<void> {
  await ctx.sql`update users set password_hash = ${passwordHash}, updated_at = ${ctx.now()} where id = ${id}`;
}
