import { askToConfirm } from '../../domain/users/email.ts';
import { allOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ConfirmationAsked } from '../../schema/account-links.ts';
import { IdParam } from '../../schema/common.ts';

export const verifyUserEmail = endpoint(
  {
    route: 'POST /api/users/:id/email/verify',
    summary: 'Mail somebody a link to confirm their address, valid 48 hours',
    access: allOf(permission('users.manage'), permission('users.email.manage')),
    params: IdParam,
    output: ConfirmationAsked,
    status: 202,
    audits: ['user.email_confirmation.mail'],
  },
  (ctx, { params }) => askToConfirm(ctx, params.id),
);
