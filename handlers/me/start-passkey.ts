import { startRegistration } from '../../domain/passkeys/register.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasskeyStart, PasskeyStarted } from '../../schema/passkeys.ts';
import { CodeAsked } from '../../schema/refusals.ts';
import { guessesOfCode } from './guesses-of-code.ts';
import { guessesOfPassword, onePasswordAtATime } from './guesses-of-password.ts';

export const startMyPasskey = endpoint(
  {
    route: 'POST /api/me/passkeys/options',
    summary: 'Begin to add a passkey: options for the browser, valid 5 min',
    access: userSession,
    body: PasskeyStart,
    output: PasskeyStarted,
    refusals: { 403: CodeAsked },
    audits: ['user.passkey.add'],
    transaction: 'own',
    limits: [onePasswordAtATime, guessesOfPassword, guessesOfCode],
  },
  (ctx, { body }) => startRegistration(ctx, body),
);
