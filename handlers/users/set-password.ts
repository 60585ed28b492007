import { setPasswordOf } from '../../domain/users/set-password.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { UserPassword } from '../../schema/users.ts';
import { onePasswordAtATime } from '../me/guesses-of-password.ts';

export const setUserPassword = endpoint(
  {
    route: 'PUT /api/users/:id/password',
    summary: 'Set the password of an account; its sessions end, its second factor stays',
    access: permission('users.manage'),
    params: IdParam,
    body: UserPassword,
    audits: ['user.password.set'],
    transaction: 'own',
    limits: [onePasswordAtATime],
  },
  (ctx, { params, body }) => setPasswordOf(ctx, params.id, body.password),
);
