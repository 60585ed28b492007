import { sendTestMail } from '../../domain/mail/test-mail.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { TestMailSent } from '../../schema/mail.ts';
import { testsOfMail } from './tests-of-mail.ts';

export const testAlertRelay = endpoint(
  {
    route: 'POST /api/config/smtp/alerts/test',
    summary: 'Mail yourself a test through the server for alerts',
    access: unscoped(permission('settings.manage')),
    output: TestMailSent,
    audits: ['config.smtp.test'],
    transaction: 'own',
    limits: [testsOfMail],
  },
  (ctx) => sendTestMail(ctx, 'alerts'),
);
