import { changeEmail } from '../../domain/users/email.ts';
import { allOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { UserEmail } from '../../schema/account-links.ts';
import { IdParam } from '../../schema/common.ts';
import { User } from '../../schema/users.ts';

export const changeUserEmail = endpoint(
  {
    route: 'PUT /api/users/:id/email',
    summary: 'Set the mail address of an account, unconfirmed; blank clears it',
    access: allOf(permission('users.manage'), permission('users.email.manage')),
    params: IdParam,
    body: UserEmail,
    output: User,
    audits: ['user.email.update', 'user.email_confirmation.mail'],
  },
  (ctx, { params, body }) => changeEmail(ctx, params.id, body.email),
);
