import { create } from '../../domain/alerts/suppressions/create.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertSuppression, AlertSuppressionCreate } from '../../schema/alert-suppressions.ts';

export const createAlertSuppression = endpoint(
  {
    route: 'POST /api/alert-suppressions',
    summary: 'Open a window in which nobody is told of alerts: a silence or maintenance',
    access: permission('alerts.manage'),
    body: AlertSuppressionCreate,
    output: AlertSuppression,
    status: 201,
    audits: ['alert_suppression.create'],
  },
  (ctx, { body }) => create(ctx, body),
);
