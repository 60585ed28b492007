import type { AlertSeverity, AlertStatus } from '../../schema/alerts.ts';
import type { Ctx } from '../context.ts';
import type { Notice } from '../notifications/notice.ts';
import { notify } from '../notifications/notify.ts';

/** What a notice says of an alert. */
export interface Tellable {
  id: string;
  agent_id: string;
  title: string;
  message: string;
  severity: AlertSeverity;
  observed_value: number | null;
  threshold_value: number | null;
  occurrences: number;
}

type AlertNotice = 'alert.raised' | 'alert.reopened' | 'alert.resolved';

/** Has people and programs told, in the caller's transaction. */
export const tell = (
  ctx: Ctx,
  told: { event: AlertNotice; alert: Tellable; details?: Notice['details'] }[],
): Promise<void> =>
  notify(
    ctx,
    told.map(({ event, alert, details = {} }) => ({
      event,
      agentId: alert.agent_id,
      subject: { kind: 'alert', id: alert.id },
      details: {
        title: alert.title,
        message: alert.message,
        severity: alert.severity,
        observed_value: alert.observed_value,
        threshold_value: alert.threshold_value,
        occurrences: alert.occurrences,
        ...details,
      },
    })),
  );

interface Telling extends Tellable {
  status: AlertStatus;
  told_severity: AlertSeverity | null;
}

/** People are owed word of an open alert until they were told of it as it is now, or as worse. observe.ts says the same in SQL. */
export const owesWord = ({ status, severity, told_severity }: Telling): boolean =>
  status === 'open' && (told_severity === null || (told_severity === 'warning' && severity === 'error'));

/** Tells of alerts that nothing suppresses any more, and remembers it. */
export async function tellReleased(ctx: Ctx, alerts: Telling[]): Promise<void> {
  if (alerts.length === 0) return;
  await ctx.sql`update alerts set told_severity = severity where id = any(${alerts.map(({ id }) => id)}::uuid[])`;
  await tell(
    ctx,
    alerts.map((alert) => ({ event: 'alert.raised', alert })),
  );
}
