import { alertStatuses } from '../../schema/alerts.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import type { Decided } from './decide.ts';
import { type Asked, type Held, hold } from './hold.ts';
import { applySuppression } from './suppressions/apply.ts';
import { remedyReleased } from './suppressions/remedy.ts';
import { judgeSpan } from './suppressions/span.ts';
import { owesWord, tellReleased } from './tell.ts';
import { type Entry, record } from './timeline.ts';

/** Nobody remembers a longer silence. */
const SILENCE_MAX_DAYS = 366;

/**
 * Silences alerts until a time, or ends their silence with null: then whoever was not told of one that is still open is told
 * now, and what was raised in maintenance is remedied, unless a window covers its device. An alert that is resolved meanwhile keeps its silence for when it comes back.
 * Refused: 404, 403 out_of_scope, 409 version_conflict, and 409 alert_not_allowed for silencing what is resolved.
 * @throws 400 for a time that is past or more than a year ahead
 */
export const suppress = (ctx: Ctx, asked: Asked, until: Date | null, note?: string): Promise<Decided> =>
  transaction(ctx, async (inside) => {
    if (until) judgeSpan('silence_until', inside.now(), until, SILENCE_MAX_DAYS);
    const { held, refused } = await hold(inside, asked, until ? ['open', 'acknowledged'] : alertStatuses);
    // To end a silence that is not there is no change.
    const differing = held.filter(({ silenced_until }) => until !== null || silenced_until !== null);
    if (differing.length > 0) await write(inside, differing, until, note);
    return { updated: held.map(({ id }) => id), refused };
  });

async function write(ctx: Ctx, alerts: Held[], until: Date | null, note: string | undefined): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  const at = until?.toISOString() ?? null;
  const free = await applySuppression(
    ctx,
    alerts.map(({ id, device }) => ({ id, silencedUntil: until, device })),
  );
  await ctx.sql`update alerts set version = version + 1 where id = any(${ids}::uuid[])`;
  const entries = ids.map(
    (alertId): Entry =>
      at === null
        ? { alertId, kind: 'unsuppressed', note, details: { still_covered: !free.has(alertId) } }
        : { alertId, kind: 'suppressed', note, details: { until: at, kind: 'silence' } },
  );
  await record(ctx, entries, await jobActor(ctx));
  await tellReleased(
    ctx,
    alerts.filter((alert) => free.has(alert.id) && owesWord(alert)),
  );
  await remedyReleased(
    ctx,
    alerts.filter(({ id }) => free.has(id)),
  );
  await ctx.auditMany(
    'alert.suppress',
    alerts.map(({ id, title, agent_hostname }) => ({
      target: { id, name: title },
      details: { device: agent_hostname, until: at, note: note || undefined },
    })),
  );
  changed(ctx, 'alerts', ids);
}
