import { resolveOne } from '../../domain/alerts/one.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Alert, AlertDecision } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';
import { AlertFound } from '../../schema/refusals.ts';

export const resolveAlert = endpoint(
  {
    route: 'POST /api/alerts/:id/resolve',
    summary: 'Resolve an alert; it comes back only if its condition does',
    access: permission('alerts.manage'),
    params: IdParam,
    body: AlertDecision,
    output: Alert,
    refusals: { 409: AlertFound },
    audits: ['alert.resolve'],
  },
  (ctx, { params, body }) => resolveOne(ctx, params.id, body),
);
