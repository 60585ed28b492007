import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { prove, recognise, refusal } from '../../sessions/prove.ts';
import { hashToken } from '../../tokens.ts';
import { type Candidate, findByUsername } from '../../users/sign-in.ts';
import type { Recognised } from './form.ts';
import { type Issued, issue } from './issue.ts';
import type { Asked } from './request.ts';

/** Name and password, or that they were right a moment ago. */
export type Claim = { username: string; password: string } | { recognised: Recognised };

/** Somebody who says who they are. Outside of any transaction: a password is checked. @throws 401 invalid_credentials; 503 busy */
export const claimant = (ctx: Ctx, claim: Claim): Promise<Candidate> =>
  'recognised' in claim ? recognisedBefore(ctx, claim.recognised) : recognise(ctx, claim);

/**
 * Has somebody prove the rest and authorizes the application, without a session (SPEC.md, MCP OAuth authorization server).
 * No passkeys here: they belong to the console's origin. @throws what domain/sessions/prove.ts throws
 */
export const authorizeByPassword = (
  ctx: Ctx,
  asked: Asked,
  candidate: Candidate,
  code: string | undefined,
): Promise<Issued> =>
  prove(ctx, candidate, { code, offersPasskeys: false }, (inside, { passed, ...owner }) =>
    issue(inside, asked, owner, passed === null || passed === 'passkey' ? 'password' : passed),
  );

/** What the form keeps of a right password: nothing of it, and nothing that outlives a change of it. */
export const markOf = ({ id, username, passwordHash }: Candidate): Recognised => ({
  id,
  username,
  password_mark: hashToken(passwordHash ?? '').toString('base64url'),
});

async function recognisedBefore(ctx: Ctx, { id, username, password_mark }: Recognised): Promise<Candidate> {
  const candidate = await findByUsername(ctx, username);
  const marked = Buffer.from(password_mark, 'base64url');
  const same = candidate?.id === id && candidate.passwordHash !== null && !candidate.disabled;
  if (!same || !timingSafeEqual(hashToken(candidate.passwordHash ?? ''), marked))
    throw refusal(username, candidate, 'account_changed');
  return candidate;
}
