import { changePassword } from '../../domain/me/password.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasswordChange } from '../../schema/sessions.ts';
import { guessesOfPassword, onePasswordAtATime } from './guesses-of-password.ts';

export const changeMyPassword = endpoint(
  {
    route: 'POST /api/me/password',
    summary: 'Change your password and end your other sessions',
    access: signedIn,
    body: PasswordChange,
    audits: ['user.password.change'],
    transaction: 'own',
    limits: [onePasswordAtATime, guessesOfPassword],
  },
  (ctx, { body }) => changePassword(ctx, body),
);
