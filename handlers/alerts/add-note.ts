import { addNote } from '../../domain/alerts/one.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertEvent, AlertNote } from '../../schema/alerts.ts';
import { IdParam } from '../../schema/common.ts';

export const addAlertNote = endpoint(
  {
    route: 'POST /api/alerts/:id/notes',
    summary: 'Add a note to the timeline of an alert',
    access: permission('alerts.manage'),
    params: IdParam,
    body: AlertNote,
    output: AlertEvent,
    status: 201,
    audits: ['alert.note'],
  },
  (ctx, { params, body }) => addNote(ctx, params.id, body),
);
