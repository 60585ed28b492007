import type { Ctx } from '../context.ts';
import { transaction } from '../context.ts';
import { pruneApplications } from './applications/prune.ts';
import { GRACE_MS } from './tokens/refresh.ts';

const BATCH = 10_000;

/**
 * Removes what has ended: pairs of which both tokens expired, with families that hold no other, codes that nobody exchanged, and
 * applications that nobody used. Spent pairs stay until they would have expired, because their reuse has to be noticed. Sign-ins
 * that nobody went on with end with those of the console (domain/sso/sweep.ts). @returns how many rows
 */
export async function sweepOauth(ctx: Ctx): Promise<number> {
  const { sql, now } = ctx;
  const at = now();
  const tokens = await sweepTokens(ctx, at);
  const codes = await sql`delete from oauth_codes where expires_at <= ${at}`;
  const applications = await transaction(ctx, pruneApplications);
  return tokens + codes.count + applications;
}

/** So many at a time: a month of an application that refreshes without end would take longer than a statement may. */
async function sweepTokens({ sql }: Ctx, at: Date): Promise<number> {
  let swept = 0;
  for (let batch = BATCH; batch === BATCH; swept += batch) {
    const [row] = await sql<{ count: number }[]>`
      with gone as (
        delete from oauth_tokens where id = any(array(
          select id from oauth_tokens where greatest(expires_at, refresh_expires_at) <= ${at}
          order by greatest(expires_at, refresh_expires_at) limit ${BATCH}))
        returning family_id
      ), ended as (
        delete from oauth_families f using (select distinct family_id from gone) g
        where f.id = g.family_id and not exists (
          select 1 from oauth_tokens t where t.family_id = f.id and greatest(t.expires_at, t.refresh_expires_at) > ${at})
      )
      select count(*)::int as count from gone`;
    batch = row?.count ?? 0;
  }
  return swept;
}

/** Forgets pairs that were kept for who repeats a refresh (CONTRACT.md, MCP and OAuth). @returns how many */
export async function forgetSuccessors({ sql, now }: Ctx): Promise<number> {
  const late = new Date(now().getTime() - GRACE_MS);
  const { count } = await sql`
    update oauth_tokens set successor = null where successor is not null and spent_at < ${late}`;
  return count;
}
