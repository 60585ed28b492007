import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import type { Clearing } from './observation.ts';
import { type Tellable, tell } from './tell.ts';
import { record } from './timeline.ts';
import { allows, statusAfter } from './transitions.ts';

/**
 * Resolves the alerts of conditions that are over, by the server: timeline entry `cleared`. Conditions without an alert, or
 * with a resolved one, are passed over. Joins the caller's transaction; set-wise. The notice alert.resolved goes to whoever
 * was told of the alert, so not while it is suppressed.
 */
export const clearConditions = (ctx: Ctx, clearings: Clearing[]): Promise<void> =>
  transaction(ctx, async (inside) => {
    if (clearings.length === 0) return;
    const { sql } = inside;
    const now = inside.now();
    const rows = clearings.map(({ conditionKey, resolution, observedValue }) => ({
      condition_key: conditionKey,
      resolution,
      observed_value: observedValue !== null && Number.isFinite(observedValue) ? observedValue : null,
    }));
    const cleared = await sql<(Tellable & { resolution: string; tells: boolean })[]>`
      with o as materialized (
        select distinct on (condition_key) * from jsonb_to_recordset(${sql.json(rows)})
          as o (condition_key text, resolution text, observed_value float8)
      ), held as materialized (
        select a.id, a.condition_key from alerts a
        where a.condition_key = any(array(select condition_key from o)) and ${allows(sql, 'clear', sql`a.status`)}
        order by a.condition_key for update
      )
      update alerts a set status = ${statusAfter(sql, 'clear', sql`a.status`)}, version = a.version + 1, resolved_at = ${now},
        resolved_by = null, resolution = o.resolution, updated_at = ${now}
      from held join o using (condition_key)
      where a.id = held.id
      returning a.id, a.agent_id, a.title, a.message, a.severity, o.observed_value, a.threshold_value, a.occurrences, a.resolution,
        a.told_severity is not null and coalesce(a.suppressed_until <= ${now}, true) as tells`;
    await record(
      inside,
      cleared.map(({ id, resolution, observed_value }) => ({
        alertId: id,
        kind: 'cleared',
        details: { resolution, observed_value },
      })),
    );
    await tell(
      inside,
      cleared.flatMap((alert) =>
        alert.tells ? [{ event: 'alert.resolved', alert, details: { resolution: alert.resolution } }] : [],
      ),
    );
    changed(
      inside,
      'alerts',
      cleared.map(({ id }) => id),
    );
  });
