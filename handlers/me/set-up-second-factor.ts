import { setup } from '../../domain/second-factors/setup.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CodeAsked } from '../../schema/refusals.ts';
import { SecondFactorSetup, SecondFactorStaged } from '../../schema/second-factors.ts';
import { guessesOfCode } from './guesses-of-code.ts';
import { guessesOfPassword, onePasswordAtATime } from './guesses-of-password.ts';

export const setUpMySecondFactor = endpoint(
  {
    route: 'POST /api/me/2fa/setup',
    summary: 'Get a secret for an authenticator app, not in use before it is confirmed',
    access: signedIn,
    body: SecondFactorSetup,
    output: SecondFactorStaged,
    refusals: { 403: CodeAsked },
    audits: ['user.totp.enable'],
    transaction: 'own',
    limits: [onePasswordAtATime, guessesOfPassword, guessesOfCode],
  },
  (ctx, { body }) => setup(ctx, body),
);
