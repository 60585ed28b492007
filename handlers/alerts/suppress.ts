import { suppressOne } from '../../domain/alerts/one.ts';
import { runAudits } from '../../domain/standing-approvals/run.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Alert, AlertSuppress } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';
import { AlertFound } from '../../schema/refusals.ts';

export const suppressAlert = endpoint(
  {
    route: 'POST /api/alerts/:id/suppress',
    summary: 'Silence an alert until a time, or end its silence',
    access: permission('alerts.manage'),
    params: IdParam,
    body: AlertSuppress,
    output: Alert,
    refusals: { 409: AlertFound },
    audits: ['alert.suppress', ...runAudits],
  },
  (ctx, { params, body }) => suppressOne(ctx, params.id, body),
);
