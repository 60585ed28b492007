import type { PasskeyOffer } from '../../schema/passkeys.ts';
import type { SignedIn } from '../../schema/sessions.ts';
import { actingAs, type Ctx, transaction } from '../context.ts';
import { read as readMe } from '../me/read.ts';
import { offerPasskeys } from '../passkeys/offer.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { Problem } from '../problem.ts';
import { codesPaused } from '../second-factors/refusals.ts';
import { type Given, type Passed, type Refused, verifySecondFactor } from '../second-factors/verify.ts';
import { mustUseSso } from '../sso/linked.ts';
import { hashToken, newToken } from '../tokens.ts';
import { foldedName } from '../users/folded-name.ts';
import { admit, type Candidate, findByUsername, noteSignIn } from '../users/sign-in.ts';
import { becomeFamiliar, laneOf } from './familiar.ts';
import { resolveSession, SESSION_LIFETIME_MS } from './resolve.ts';

interface Credentials extends Given {
  username: string;
  password: string;
}

/**
 * Signs in by password and, where the account has one, second factor, and starts a session of seven days. An unknown
 * account, a wrong password and a disabled account are one refusal, after the same work (ATTACKS.md 3). There is no session
 * before the second factor (ATTACKS.md 6). Opens its own transaction, after the password is checked.
 * @throws 401 invalid_credentials, second_factor_required, invalid_second_factor; 403 sso_required; 429 codes_paused; 503 busy
 */
export async function signIn(ctx: Ctx, credentials: Credentials): Promise<SignedIn> {
  const candidate = await recognise(ctx, credentials);
  const outcome = await transaction(ctx, async (inside) => {
    if (!(await admit(inside, candidate))) throw refusal(credentials.username, candidate, 'account_changed');
    if (await mustUseSso(inside, candidate.id)) throw ssoRequired();
    const verdict = await verifySecondFactor(inside, candidate.id, credentials);
    // a refusal is no exception in here: the guess stays counted
    return 'refused' in verdict ? verdict : start(inside, candidate.id, verdict.passed ?? 'password');
  });
  if ('refused' in outcome) throw secondFactorRefusal(ctx, candidate, outcome, await offerPasskeys(ctx, candidate.id));
  becomeFamiliar(ctx, candidate.id);
  return outcome;
}

async function recognise(ctx: Ctx, { username, password }: Credentials): Promise<Candidate> {
  const candidate = await findByUsername(ctx, username);
  const right = await verifyPassword(candidate?.passwordHash ?? null, password, laneOf(ctx, candidate?.id));
  if (!candidate) throw refusal(username, undefined, 'unknown_account');
  if (!right) throw refusal(username, candidate, 'wrong_password');
  if (candidate.disabled) throw refusal(username, candidate, 'account_disabled');
  return candidate;
}

/** What operators read of it in the audit trail is more than the caller learns. A name that is no account's may be a mistyped password, so it is not kept. */
function refusal(username: string, candidate: Candidate | undefined, reason: string): Problem {
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

/**
 * A new session of an account that has proved who it is, in the caller's transaction. Holds the account's row to its end,
 * so that a disable comes before or after. @throws 401 account_disabled
 */
export async function start(ctx: Ctx, userId: string, method: 'password' | Passed | 'sso'): Promise<SignedIn> {
  const { sql, origin } = ctx;
  if (!(await noteSignIn(ctx, userId))) throw new Problem(401, 'account_disabled', 'This account cannot sign in.');
  await sql`delete from sessions where id in (
    select id from sessions where expires_at < ${ctx.now()} order by id for update skip locked)`;
  const token = newToken('session', ctx.random);
  const tokenHash = hashToken(token);
  const expiresAt = new Date(ctx.now().getTime() + SESSION_LIFETIME_MS);
  await sql`
    insert into sessions (user_id, token_hash, ip, user_agent, created_at, expires_at)
    values (${userId}, ${tokenHash}, ${origin.ip}, ${origin.userAgent?.slice(0, 500) ?? null}, ${ctx.now()}, ${expiresAt})`;
  const session = await resolveSession(sql, tokenHash, ctx.now());
  if (!session) throw new Error('a new session does not resolve');
  const own = actingAs(ctx, session.actor, session.scope);
  await own.audit('auth.login', { id: userId, name: session.actor.name }, { method });
  return { ...(await readMe(own)), token, expires_at: expiresAt.toISOString() };
}
