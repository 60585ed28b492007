import { list } from '../../domain/alerts/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertList, AlertQuery } from '../../schema/alerts.ts';

export const listAlerts = endpoint(
  {
    route: 'GET /api/alerts',
    summary: 'List alerts, the last raised first',
    access: permission('alerts.view'),
    query: AlertQuery,
    output: AlertList,
    tool: {
      name: 'list_alerts',
      description: 'Alerts with their state, device and values, the last raised first',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
