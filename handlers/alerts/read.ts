import { read } from '../../domain/alerts/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Alert } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';

export const readAlert = endpoint(
  {
    route: 'GET /api/alerts/:id',
    summary: 'Read an alert',
    access: permission('alerts.view'),
    params: IdParam,
    output: Alert,
    tool: {
      name: 'get_alert',
      description:
        'One alert by its id: what is wrong on which device, since when, how often, its value and threshold, and who decided on it. ' +
        'Alerts cannot be acknowledged or resolved from here.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params }) => read(ctx, params.id),
);
