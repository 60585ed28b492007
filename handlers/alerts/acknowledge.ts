import { acknowledgeOne } from '../../domain/alerts/one.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Alert, AlertDecision } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';
import { AlertFound } from '../../schema/refusals.ts';

export const acknowledgeAlert = endpoint(
  {
    route: 'POST /api/alerts/:id/ack',
    summary: 'Acknowledge an open alert',
    access: permission('alerts.manage'),
    params: IdParam,
    body: AlertDecision,
    output: Alert,
    refusals: { 409: AlertFound },
    audits: ['alert.acknowledge'],
  },
  (ctx, { params, body }) => acknowledgeOne(ctx, params.id, body),
);
