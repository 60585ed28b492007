import type { AlertSeverity, AlertStatus } from '../../../schema/alerts.ts';
import type { Ctx } from '../../context.ts';
import { propose } from '../../remediation/propose.ts';

/** An alert that nothing suppresses any more, as it was until then. */
interface Released {
  id: string;
  agent_id: string;
  kind: string;
  source_id: string;
  status: AlertStatus;
  told_severity: AlertSeverity | null;
}

/**
 * Remedies what was raised in maintenance and is open still, now that nothing suppresses it. By its timeline, which says since
 * when it is raised and what was made of its remedy: a silence that outlasts the maintenance hides that there was one.
 */
export async function remedyReleased(ctx: Ctx, released: Released[]): Promise<void> {
  const candidates = released.filter(
    ({ kind, status, told_severity }) => kind === 'check' && status === 'open' && told_severity === null,
  );
  if (candidates.length === 0) return;
  const rows = await ctx.sql<{ id: string }[]>`
    select a.id from alerts a where a.id = any(${candidates.map(({ id }) => id)}::uuid[]) and not exists (
      select from alert_events e where e.alert_id = a.id and e.kind = 'remediation' and e.at >= a.raised_at)`;
  const due = new Set(rows.map(({ id }) => id));
  await propose(
    ctx,
    candidates.flatMap(({ id, source_id, agent_id }) =>
      due.has(id) ? [{ alertId: id, checkId: source_id, agentId: agent_id }] : [],
    ),
  );
}
