import type { PasskeyOffer } from '../../schema/passkeys.ts';
import { type Ctx, transaction } from '../context.ts';
import { offerPasskeys } from '../passkeys/offer.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { Problem } from '../problem.ts';
import { codesPaused } from '../second-factors/refusals.ts';
import { type Given, type Passed, type Refused, verifySecondFactor } from '../second-factors/verify.ts';
import { mustUseSso } from '../sso/linked.ts';
import { foldedName } from '../users/folded-name.ts';
import { admit, type Candidate, findByUsername } from '../users/sign-in.ts';
import { becomeFamiliar, laneOf } from './familiar.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** Who proved to be the owner of an account, and by what beside the password. */
export interface Proven {
  id: string;
  username: string;
  passed: Passed | null;
}

/**
 * The account that a name and a password belong to. An unknown account, a wrong password and a disabled account are one
 * refusal, after the same work (ATTACKS.md 3). Outside of any transaction: a password is checked. @throws 401 invalid_credentials; 503 busy
 */
export async function recognise(ctx: Ctx, { username, password }: Credentials): Promise<Candidate> {
  const candidate = await findByUsername(ctx, username);
  const right = await verifyPassword(candidate?.passwordHash ?? null, password, laneOf(ctx, candidate?.id));
  if (!candidate) throw refusal(username, undefined, 'unknown_account');
  if (!right) throw refusal(username, candidate, 'wrong_password');
  if (candidate.disabled) throw refusal(username, candidate, 'account_disabled');
  return candidate;
}

interface Proof extends Given {
  /** Whether a passkey would do as well: on the console's own page alone. */
  offersPasskeys: boolean;
}

/**
 * Has a recognised account prove the rest: that it is still as it was, may use its password, and has its second factor. Then
 * runs `then` in the same transaction, which holds the account's row (users/sign-in.ts, admit). There is nothing before the
 * second factor (ATTACKS.md 6). @throws 401 invalid_credentials, second_factor_required, invalid_second_factor; 403 sso_required; 429 codes_paused
 */
export async function prove<T>(
  ctx: Ctx,
  candidate: Candidate,
  { offersPasskeys, ...given }: Proof,
  then: (inside: Ctx, proven: Proven) => Promise<T>,
): Promise<T> {
  const { id, username } = candidate;
  const outcome = await transaction(ctx, async (inside): Promise<{ refused: Refused } | { done: T }> => {
    if (!(await admit(inside, candidate))) throw refusal(username, candidate, 'account_changed');
    if (await mustUseSso(inside, id)) throw ssoRequired();
    const verdict = await verifySecondFactor(inside, id, given);
    // a refusal is no exception in here: the guess stays counted
    if ('refused' in verdict) return { refused: verdict };
    return { done: await then(inside, { id, username, passed: verdict.passed }) };
  });
  if ('refused' in outcome) {
    const passkey = offersPasskeys ? await offerPasskeys(ctx, id) : undefined;
    throw secondFactorRefusal(ctx, candidate, outcome.refused, passkey);
  }
  becomeFamiliar(ctx, id);
  return outcome.done;
}

/** What operators read of it in the audit trail is more than the caller learns. A name that is no account's may be a mistyped password, so it is not kept. */
export function refusal(username: string, candidate: Pick<Candidate, 'id' | 'username'> | undefined, reason: string) {
  const target = { id: candidate?.id ?? null, name: candidate?.username ?? null };
  return new Problem(401, 'invalid_credentials', 'User name or password is wrong.', {
    refused: { target, key: foldedName(username), reason },
  });
}

/** Only who knows the password learns that the account is linked. */
const ssoRequired = () => new Problem(403, 'sso_required', 'This account signs in through single sign-on.');

/**
 * Every one says that a code is asked for (SPEC.md, Password sign-in and second factor, 1), and with what a passkey could
 * answer instead. A missing code is no failure.
 */
function secondFactorRefusal(
  ctx: Ctx,
  { id, username }: Candidate,
  refused: Refused,
  passkey: PasskeyOffer | undefined,
): Problem {
  const body = { totp_required: true, ...(passkey && { passkey }) };
  if (refused.refused === 'missing')
    return new Problem(401, 'second_factor_required', 'Enter the code of your authenticator app.', { body });
  // apart from wrong passwords: whoever got here knows the right one
  const wrong = { target: { id, name: username }, key: `${foldedName(username)} second factor` };
  if (refused.refused === 'wrong')
    return new Problem(401, 'invalid_second_factor', wrongFactor[refused.given], {
      body,
      cause: refused.cause,
      refused: { ...wrong, reason: refused.reason },
    });
  return codesPaused(ctx.now(), refused.until, { body, refused: { ...wrong, reason: 'codes_paused' } });
}

const wrongFactor = { code: 'The code is wrong, or has been used.', passkey: 'The passkey was not accepted.' };
