import type { Ctx } from '../context.ts';
import { sealAnew } from '../secrets.ts';
import { pendingPlace, secretPlace } from './sealed.ts';

interface Row {
  user_id: string;
  secret: string | null;
  pending_secret: string | null;
}

/**
 * Seals the secrets of authenticator apps with the first key. Returns how many rows changed.
 * @throws AggregateError when there are some that can't be opened, after the others
 */
export async function resealTotp(ctx: Ctx): Promise<number> {
  const rows = await ctx.sql<Row[]>`select user_id, secret, pending_secret from totp`;
  let resealed = 0;
  const failures: unknown[] = [];
  for (const row of rows)
    try {
      resealed += await resealRow(ctx, row);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} secrets of authenticator apps cannot be sealed anew`);
  return resealed;
}

async function resealRow({ sql, secrets }: Ctx, { user_id, secret, pending_secret }: Row): Promise<number> {
  const active = sealAnew(secrets, secretPlace(user_id), secret);
  const pending = sealAnew(secrets, pendingPlace(user_id), pending_secret);
  if (active === secret && pending === pending_secret) return 0;
  // only if nobody has rotated or staged meanwhile; the next round sees what they left
  const updated = await sql`
    update totp set secret = ${active}, pending_secret = ${pending}
    where user_id = ${user_id} and secret is not distinct from ${secret}
      and pending_secret is not distinct from ${pending_secret}`;
  return updated.count;
}
