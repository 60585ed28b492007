import type { Ctx } from '../context.ts';
import { hasSecondFactor } from './enabled.ts';
import { normalizeRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { takeTotp } from './take-code.ts';

/** What came beside the password. */
export interface Given {
  /** Of the authenticator app, or a recovery code; blank counts as none. */
  code?: string | undefined;
}

export type Passed = 'totp' | 'recovery_code' | 'passkey';

/** `passed` is null for an account without a second factor. */
export type Verdict =
  | { passed: Passed | null }
  | { refused: 'missing' }
  | { refused: 'wrong' }
  | { refused: 'paused'; until: Date };
export type Refused = Extract<Verdict, { refused: string }>;

/**
 * The one place where the second factor of an account is judged. What it takes is used up, and a wrong code is counted, in
 * the caller's transaction: let that commit whatever the verdict.
 */
export async function verifySecondFactor(ctx: Ctx, userId: string, given: Given): Promise<Verdict> {
  if (!(await hasSecondFactor(ctx, userId))) return { passed: null };
  const code = given.code?.replace(/[\s-]/g, '') ?? '';
  if (code === '') return { refused: 'missing' };
  if (/^\d{6}$/.test(code)) {
    const taken = await takeTotp(ctx, userId, code);
    if (taken.is === 'taken') return { passed: 'totp' };
    return taken.is === 'paused' ? { refused: 'paused', until: taken.until } : { refused: 'wrong' };
  }
  const recovery = normalizeRecoveryCode(code);
  const taken = recovery !== undefined && (await takeRecoveryCode(ctx, userId, recovery));
  return taken ? { passed: 'recovery_code' } : { refused: 'wrong' };
}
