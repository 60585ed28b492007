import { changeAlertRelay } from '../../domain/mail/alert-relay.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AlertRelay, AlertRelayChange } from '../../schema/mail.ts';

export const setAlertRelay = endpoint(
  {
    route: 'PUT /api/config/smtp/alerts',
    summary: 'Set the server that mails alerts; a blank host turns alert mail off',
    access: unscoped(permission('settings.manage')),
    body: AlertRelayChange,
    output: AlertRelay,
    audits: ['config.smtp.alerts.update'],
    transaction: 'own',
  },
  (ctx, { body }) => changeAlertRelay(ctx, body),
);
