import { renewRecoveryCodes } from '../../domain/second-factors/renew-recovery-codes.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CodeAsked } from '../../schema/refusals.ts';
import { RecoveryCodes, RecoveryCodesRenew } from '../../schema/second-factors.ts';
import { guessesOfCode } from './guesses-of-code.ts';

export const renewMyRecoveryCodes = endpoint(
  {
    route: 'POST /api/me/2fa/recovery-codes',
    summary: 'Get ten new recovery codes in place of the old ones',
    access: signedIn,
    body: RecoveryCodesRenew,
    output: RecoveryCodes,
    refusals: { 403: CodeAsked },
    audits: ['user.recovery_codes.renew'],
    transaction: 'own',
    limits: [guessesOfCode],
  },
  (ctx, { body }) => renewRecoveryCodes(ctx, body),
);
