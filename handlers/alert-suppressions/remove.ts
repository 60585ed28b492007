import { remove } from '../../domain/alerts/suppressions/remove.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const removeAlertSuppression = endpoint(
  {
    route: 'DELETE /api/alert-suppressions/:id',
    summary: 'End a suppression window early, or take back a coming one',
    access: permission('alerts.manage'),
    params: IdParam,
    status: 204,
    audits: ['alert_suppression.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
