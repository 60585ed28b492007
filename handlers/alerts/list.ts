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
      description:
        'Alerts, the last raised first, with device, place, value, threshold and who took care of them. status open lists what nobody ' +
        'has looked at; open,acknowledged what is not over. Suppressed ones are those of which nobody is told now.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
