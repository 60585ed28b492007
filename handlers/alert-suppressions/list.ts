import { list } from '../../domain/alerts/suppressions/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertSuppressionList, AlertSuppressionQuery } from '../../schema/alert-suppressions.ts';

export const listAlertSuppressions = endpoint(
  {
    route: 'GET /api/alert-suppressions',
    summary: 'List suppression windows that are active or coming',
    access: permission('alerts.view'),
    query: AlertSuppressionQuery,
    output: AlertSuppressionList,
  },
  (ctx, { query }) => list(ctx, query),
);
