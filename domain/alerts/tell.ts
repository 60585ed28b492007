import type { AlertSeverity } from '../../schema/alerts.ts';
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

export type AlertNotice = 'alert.raised' | 'alert.reopened' | 'alert.resolved';

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
