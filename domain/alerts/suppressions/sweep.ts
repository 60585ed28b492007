import type { SuppressionKind } from '../../../schema/alert-suppressions.ts';
import type { AlertSeverity, AlertStatus } from '../../../schema/alerts.ts';
import { changed } from '../../changed.ts';
import { type Ctx, transaction } from '../../context.ts';
import { owesWord, type Tellable, tellReleased } from '../tell.ts';
import { record } from '../timeline.ts';
import { applySuppression } from './apply.ts';
import { remedyReleased } from './remedy.ts';

/** Alerts looked at in one transaction. */
const BATCH = 500;
/** An ended window is of no use to anybody; kept for a while, so that a clock that is set back finds it. */
const KEPT_DAYS = 7;

interface Due extends Tellable {
  kind: string;
  source_id: string;
  status: AlertStatus;
  told_severity: AlertSeverity | null;
  suppression_kind: SuppressionKind | null;
  silenced_until: string | null;
  device: { id: string; client_id: string | null; site_id: string | null; group_id: string | null } | null;
}

/**
 * Looks at alerts whose suppression has run out. One that another window covers stays suppressed; of the others those that
 * are not resolved say so in their timeline, and people are told of those that are open: once if they were not told yet, or
 * again if somebody had silenced the alert itself, who wanted to be reminded. What was raised in maintenance is remedied now.
 * Called every few seconds. @returns how many ended
 */
export async function sweepSuppressed(ctx: Ctx): Promise<number> {
  let ended = 0;
  for (;;) {
    const { looked, free } = await transaction(ctx, release);
    ended += free;
    if (looked < BATCH) break;
  }
  return ended;
}

async function release(ctx: Ctx): Promise<{ looked: number; free: number }> {
  const { sql } = ctx;
  const due = await sql<Due[]>`
    with due as materialized (
      select r.* from alerts r where r.suppressed_until <= ${ctx.now()}
      order by r.suppressed_until limit ${BATCH} for update skip locked
    )
    select r.id, r.agent_id, r.kind, r.source_id, r.title, r.message, r.severity, r.status, r.observed_value, r.threshold_value,
      r.occurrences, r.told_severity, r.suppression_kind, rfc3339(r.silenced_until) as silenced_until,
      case when d.id is not null and r.status <> 'resolved' then json_build_object(
        'id', d.id, 'client_id', d.client_id, 'site_id', d.site_id, 'group_id', d.group_id) end as device
    from due r left join devices d on d.id = r.agent_id`;
  const free = await applySuppression(
    ctx,
    due.map(({ id, silenced_until, device }) => ({
      id,
      silencedUntil: silenced_until === null ? null : new Date(silenced_until),
      device,
    })),
  );
  const ended = due.filter(({ id, status }) => free.has(id) && status !== 'resolved');
  await record(
    ctx,
    ended.map(({ id: alertId, suppression_kind }) => ({
      alertId,
      kind: 'unsuppressed',
      details: { kind: suppression_kind },
    })),
  );
  await tellReleased(
    ctx,
    ended.filter((alert) => owesWord(alert) || (alert.status === 'open' && alert.silenced_until !== null)),
  );
  await remedyReleased(ctx, ended);
  changed(
    ctx,
    'alerts',
    due.map(({ id }) => id),
  );
  return { looked: due.length, free: free.size };
}

/** Removes windows that ended some days ago. */
export async function sweepWindows({ sql, now }: Ctx): Promise<number> {
  const { count } = await sql`
    delete from alert_suppressions where ends_at < ${now()}::timestamptz - ${KEPT_DAYS}::int * interval '1 day'`;
  return count;
}
