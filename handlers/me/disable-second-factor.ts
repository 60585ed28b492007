import { disable } from '../../domain/second-factors/disable.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CodeAsked } from '../../schema/refusals.ts';
import { SecondFactorDisable } from '../../schema/second-factors.ts';
import { guessesOfCode } from './guesses-of-code.ts';
import { guessesOfPassword, onePasswordAtATime } from './guesses-of-password.ts';

export const disableMySecondFactor = endpoint(
  {
    route: 'POST /api/me/2fa/disable',
    summary: 'Turn two-step sign-in off, passkeys with it',
    access: signedIn,
    body: SecondFactorDisable,
    refusals: { 403: CodeAsked },
    audits: ['user.totp.disable'],
    transaction: 'own',
    limits: [onePasswordAtATime, guessesOfPassword, guessesOfCode],
  },
  (ctx, { body }) => disable(ctx, body),
);
