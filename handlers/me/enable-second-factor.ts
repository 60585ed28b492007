import { enable } from '../../domain/second-factors/enable.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SecondFactorEnable, SecondFactorEnabled } from '../../schema/second-factors.ts';
import { guessesOfCode } from './guesses-of-code.ts';

export const enableMySecondFactor = endpoint(
  {
    route: 'POST /api/me/2fa/enable',
    summary: 'Put the authenticator app that was set up into use, and get ten recovery codes',
    access: signedIn,
    body: SecondFactorEnable,
    output: SecondFactorEnabled,
    audits: ['user.totp.enable'],
    limits: [guessesOfCode],
  },
  (ctx, { body }) => enable(ctx, body),
);
