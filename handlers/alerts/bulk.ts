import { bulk } from '../../domain/alerts/bulk.ts';
import { runAudits } from '../../domain/standing-approvals/run.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertBulk, AlertBulkAnswer } from '../../schema/alerts.ts';

export const bulkAlerts = endpoint(
  {
    route: 'POST /api/alerts/bulk',
    summary: 'Acknowledge, resolve or silence many alerts, each judged by itself',
    access: permission('alerts.manage'),
    body: AlertBulk,
    output: AlertBulkAnswer,
    audits: ['alert.acknowledge', 'alert.resolve', 'alert.suppress', ...runAudits],
  },
  (ctx, { body }) => bulk(ctx, body),
);
