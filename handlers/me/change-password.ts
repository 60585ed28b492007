import { changePassword } from '../../domain/me/password.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasswordChange } from '../../schema/sessions.ts';

export const changeMyPassword = endpoint(
  {
    route: 'POST /api/me/password',
    summary: 'Change your password and end your other sessions',
    access: signedIn,
    body: PasswordChange,
    audits: ['user.password.change'],
    transaction: 'own',
    // whoever finds an open session must not be able to guess the password behind it
    limits: [
      {
        name: 'password.change',
        points: 10,
        windowSec: 15 * 60,
        key: (ctx) => ctx.actor.userId ?? '',
        counts: (problem) => problem.code === 'wrong_password',
      },
    ],
  },
  (ctx, { body }) => changePassword(ctx, body),
);
