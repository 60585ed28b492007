import { readAlertRelay } from '../../domain/mail/alert-relay.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertRelay } from '../../schema/mail.ts';

export const getAlertRelay = endpoint(
  {
    route: 'GET /api/config/smtp/alerts',
    summary: 'Tell which server mails alerts, and whether it does',
    access: unscoped(permission('settings.manage')),
    output: AlertRelay,
  },
  (ctx) => readAlertRelay(ctx),
);
