import type { AlertEventKind } from '../../schema/alerts.ts';
import type { JobActor } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';

/** An entry of an alert's timeline. */
export interface Entry {
  alertId: string;
  kind: AlertEventKind;
  note?: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Adds entries to timelines in one statement, in this order. `by` null is the server. @returns their ids, in this order */
export async function record({ sql, now }: Pick<Ctx, 'sql' | 'now'>, entries: Entry[], by: JobActor | null = null) {
  if (entries.length === 0) return [];
  const rows = entries.map(({ alertId, kind, note = '', details = {} }, place) => ({
    alert_id: alertId,
    kind,
    note,
    details,
    place,
  }));
  const added = await sql<{ id: string }[]>`
    insert into alert_events (alert_id, kind, actor, note, details, at)
    select e.alert_id, e.kind, ${by ? sql.json(by) : null}::jsonb, e.note, e.details, ${now()}
    from jsonb_to_recordset(${sql.json(rows)}) as e (alert_id uuid, kind text, note text, details jsonb, place integer)
    order by e.place returning id`;
  return added.map(({ id }) => id);
}
