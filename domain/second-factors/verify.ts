import type { PasskeyProof } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { takePasskey } from '../passkeys/take-passkey.ts';
import { hasSecondFactor } from './enabled.ts';
import { isAppCode, plainCode } from './plain-code.ts';
import { normalizeRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { takeTotp } from './take-code.ts';

/** What came beside the password. */
export interface Given {
  /** Of the authenticator app, or a recovery code; blank counts as none. */
  code?: string | undefined;
  /** At sign-in to the console only. */
  passkey?: PasskeyProof | undefined;
}

export type Passed = 'totp' | 'recovery_code' | 'passkey';
/** `reason` and `cause` are for the audit trail and the log, never for the caller. */
type Wrong = { refused: 'wrong'; given: 'code' | 'passkey'; reason: string; cause?: unknown };
export type Refused = { refused: 'missing' } | Wrong | { refused: 'paused'; until: Date };
/** `passed` is null for an account without a second factor. */
export type Verdict = { passed: Passed | null } | Refused;

/**
 * The one place where the second factor of an account is judged. What it takes is used up, and a wrong code is counted, in
 * the caller's transaction: let that commit whatever the verdict.
 */
export async function verifySecondFactor(ctx: Ctx, userId: string, given: Given): Promise<Verdict> {
  if (!(await hasSecondFactor(ctx, userId))) return { passed: null };
  if (given.passkey) {
    const taken = await takePasskey(ctx, userId, given.passkey);
    if (taken.is === 'taken') return { passed: 'passkey' };
    return { refused: 'wrong', given: 'passkey', reason: taken.reason, cause: taken.cause };
  }
  const code = plainCode(given.code);
  if (code === '' || isAppCode(code)) return verifyAppCode(ctx, userId, code);
  const recovery = normalizeRecoveryCode(code);
  const taken = recovery !== undefined && (await takeRecoveryCode(ctx, userId, recovery));
  return taken ? { passed: 'recovery_code' } : wrongCode;
}

const wrongCode = { refused: 'wrong', given: 'code', reason: 'wrong_code' } as const;

/** The same where nothing but a code of the app will do, and one is in use. */
export async function verifyAppCode(ctx: Ctx, userId: string, given: string | undefined): Promise<Verdict> {
  const code = plainCode(given);
  if (code === '') return { refused: 'missing' };
  if (!isAppCode(code)) return wrongCode;
  const taken = await takeTotp(ctx, userId, code);
  if (taken.is === 'taken') return { passed: 'totp' };
  return taken.is === 'paused' ? { refused: 'paused', until: taken.until } : wrongCode;
}
