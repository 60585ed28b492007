import { readAccountRelay } from '../../domain/mail/account-relay.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AccountRelay } from '../../schema/mail.ts';

export const getAccountRelay = endpoint(
  {
    route: 'GET /api/config/smtp',
    summary: 'Tell which server mails about accounts, as the environment says',
    access: permission('settings.manage'),
    output: AccountRelay,
  },
  (ctx) => readAccountRelay(ctx),
);
