import { preview } from '../../domain/tasks/calendar.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SchedulePreview, ScheduleSent } from '../../schema/tasks.ts';

export const previewSchedule = endpoint(
  {
    route: 'POST /api/tasks/preview',
    summary: 'Tell when a schedule would run next, without saving anything',
    access: permission('tasks.view'),
    body: ScheduleSent,
    output: SchedulePreview,
    audits: [],
  },
  (ctx, { body }) => preview(ctx, body),
);
