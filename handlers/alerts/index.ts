import { acknowledgeAlert } from './acknowledge.ts';
import { addAlertNote } from './add-note.ts';
import { bulkAlerts } from './bulk.ts';
import { listAlerts } from './list.ts';
import { listAlertEvents } from './list-events.ts';
import { readAlert } from './read.ts';
import { resolveAlert } from './resolve.ts';
import { suppressAlert } from './suppress.ts';

export const alerts = [
  listAlerts,
  bulkAlerts,
  readAlert,
  listAlertEvents,
  acknowledgeAlert,
  resolveAlert,
  suppressAlert,
  addAlertNote,
] as const;
