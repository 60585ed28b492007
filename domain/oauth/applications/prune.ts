import { changed } from '../../changed.ts';
import type { Ctx } from '../../context.ts';

/** What registered and was never authorized; clients register again when they come back. */
const UNUSED_HOURS = 24;
/** What waits for an administrator, or was let in by one. */
const APPROVAL_DAYS = 30;
/** So many may stand unused at once (ATTACKS.md 20); then the oldest go, a tenth at a time. */
const UNUSED_MAX = 1000;
const EVICTED = 100;

/** Removes applications that nobody ever used; one entry in the audit trail says how many. */
export async function pruneApplications(ctx: Ctx): Promise<number> {
  const { sql, now } = ctx;
  const rows = await sql<{ id: string }[]>`
    delete from oauth_applications
    where last_used_at is null
      and case when status = 'pending' or approved_by is not null
               then greatest(created_at, approved_at) <= ${now()}::timestamptz - make_interval(days => ${APPROVAL_DAYS})
               else created_at <= ${now()}::timestamptz - make_interval(hours => ${UNUSED_HOURS}) end
    returning id`;
  await notePruned(ctx, rows);
  return rows.length;
}

/**
 * Keeps a flood of registrations bounded: before one more than a thousand stand unused the oldest of them go, first those that
 * no administrator let in or was told of. Whoever was just authorizing such a one registers again.
 */
export async function makeRoom(ctx: Ctx): Promise<void> {
  const { sql } = ctx;
  const [unused] = await sql<{ count: number }[]>`
    select count(*)::int as count from oauth_applications where last_used_at is null`;
  if ((unused?.count ?? 0) < UNUSED_MAX) return;
  const rows = await sql<{ id: string }[]>`
    delete from oauth_applications where id in (
      select id from oauth_applications where last_used_at is null
      order by approved_by is not null or told_at is not null, created_at limit ${EVICTED} for update skip locked)
    returning id`;
  await notePruned(ctx, rows);
}

async function notePruned(ctx: Ctx, rows: { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.audit('oauth.app.prune', { id: null, name: null }, { applications: rows.length });
  changed(
    ctx,
    'oauth_apps',
    rows.map(({ id }) => id),
  );
}
