import { events } from '../../domain/alerts/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertEventList, AlertEventQuery } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';

export const listAlertEvents = endpoint(
  {
    route: 'GET /api/alerts/:id/events',
    summary: 'Read the timeline of an alert, newest entry first',
    access: permission('alerts.view'),
    params: IdParam,
    query: AlertEventQuery,
    output: AlertEventList,
  },
  (ctx, { params, query }) => events(ctx, params.id, query),
);
