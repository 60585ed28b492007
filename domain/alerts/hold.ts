import type { AlertSeverity, AlertStatus } from '../../schema/alerts.ts';
import type { Ctx } from '../context.ts';
import type { Problem } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import { type Judged, refusalOf } from './refusals.ts';
import type { CoveredDevice } from './suppressions/covering.ts';
import type { Tellable } from './tell.ts';

/** An alert that is locked and may be decided on. */
export interface Held extends Judged, Tellable {
  kind: string;
  source_id: string;
  agent_hostname: string;
  told_severity: AlertSeverity | null;
  quiet: boolean;
  silenced_until: string | null;
  /** Null when it is gone. */
  device: CoveredDevice | null;
}

/** What is asked of some alerts: by id, with the version that the caller has seen if that matters to them. */
export interface Asked {
  ids: string[];
  expectedVersions: ReadonlyMap<string, number>;
}

/**
 * Locks these alerts in the order that observe() locks them in, and judges each: those that may be decided on, and why not
 * for the others. Whoever waited for a racing caller judges what that one left.
 */
export async function hold(
  ctx: Ctx,
  { ids, expectedVersions }: Asked,
  allowed: readonly AlertStatus[],
): Promise<{ held: Held[]; refused: Map<string, Problem> }> {
  const { sql } = ctx;
  await sql`select r.id from alerts r where r.id = any(${ids}::uuid[]) order by r.condition_key for update`;
  const rows = await sql<Held[]>`
    select r.id, r.kind, r.source_id, r.agent_id, coalesce(d.hostname, r.agent_hostname) as agent_hostname, r.title, r.message,
      r.severity, r.status, r.version, r.observed_value, r.threshold_value, r.occurrences, r.told_severity,
      coalesce(r.suppressed_until > ${ctx.now()}, false) as quiet, rfc3339(r.silenced_until) as silenced_until,
      case when d.id is not null then json_build_object(
        'id', d.id, 'client_id', d.client_id, 'site_id', d.site_id, 'group_id', d.group_id) end as device,
      ${recordInScope(ctx)} as in_scope
    from alerts r left join devices d on d.id = r.agent_id where r.id = any(${ids}::uuid[])`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const held: Held[] = [];
  const refused = new Map<string, Problem>();
  for (const id of ids) {
    const alert = found.get(id);
    const refusal = refusalOf(alert, expectedVersions.get(id), allowed);
    if (refusal) refused.set(id, refusal);
    else if (alert) held.push(alert);
  }
  return { held, refused };
}
