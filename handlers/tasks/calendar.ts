import { calendar } from '../../domain/tasks/calendar.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Calendar, CalendarQuery } from '../../schema/tasks.ts';

export const readTaskCalendar = endpoint(
  {
    route: 'GET /api/tasks/calendar',
    summary: 'List the runs that lie ahead within a range',
    access: permission('tasks.view'),
    query: CalendarQuery,
    output: Calendar,
  },
  (ctx, { query }) => calendar(ctx, query),
);
