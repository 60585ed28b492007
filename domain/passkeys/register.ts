import type { Passkey, PasskeyCreate, PasskeyStart, PasskeyStarted } from '../../schema/passkeys.ts';
import { type Ctx, transaction } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { ownAccount } from '../me/account.ts';
import { requireCurrentPassword, wrongPassword } from '../me/current-password.ts';
import { conflict, Problem } from '../problem.ts';
import { holdCodes } from '../second-factors/hold.ts';
import { refusedHere } from '../second-factors/refusals.ts';
import { verifyAppCode } from '../second-factors/verify.ts';
import { violatedConstraint } from '../sql.ts';
import { mustUseSso } from '../sso/linked.ts';
import { admit } from '../users/sign-in.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CHALLENGE_LIFETIME_MS, createChallenge, takeChallenge } from './challenges.ts';
import { columns, descriptors } from './columns.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';
import { userHandle } from './user-handle.ts';
import { type NewCredential, verifyRegistration } from './verify-registration.ts';

const MOST_PER_ACCOUNT = 20;

/**
 * Begins a ceremony for the caller: options for navigator.credentials.create(), good for five minutes. It asks for password
 * and code of the app: whoever has the password and a session from before the codes were on must not make themselves a
 * second factor (ATTACKS.md 6). Opens transactions of its own, after the password is checked.
 * @throws 409 passkeys_unavailable, totp_required_first, too_many_passkeys; 403 sso_linked, wrong_password, wrong_code;
 * 429 codes_paused
 */
export async function startRegistration(ctx: Ctx, { current_password, code }: PasskeyStart): Promise<PasskeyStarted> {
  const userId = ownAccount(ctx);
  const party = requireRelyingParty(ctx);
  await transaction(ctx, (inside) => requireRoom(inside, userId));
  const confirmed = await requireCurrentPassword(ctx, userId, current_password);
  const verdict = await transaction(ctx, async (inside) => {
    if (!(await admit(inside, confirmed))) throw wrongPassword();
    await requireRoom(inside, userId);
    return verifyAppCode(inside, userId, code); // and let the transaction commit: the guess stays counted
  });
  if ('refused' in verdict) throw refusedHere(ctx.now(), verdict);
  const { id, challenge } = await createChallenge(ctx, userId, 'register');
  const known = await descriptors(ctx, userId, party.rpId);
  return { challenge_id: id, options: creationOptions(ctx, party, { userId, challenge, known }) };
}

function creationOptions(
  { actor }: Ctx,
  { rpId, name }: RelyingParty,
  of: { userId: string; challenge: string; known: PasskeyStarted['options']['excludeCredentials'] },
): PasskeyStarted['options'] {
  return {
    challenge: of.challenge,
    rp: { id: rpId, name },
    user: { id: userHandle(of.userId), name: actor.name, displayName: actor.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: 'none',
    excludeCredentials: of.known,
    // `preferred`, because Android makes no synced passkey when it is discouraged
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/**
 * Adds what the authenticator made. Opens its own transaction, after the challenge is spent.
 * @throws 404 challenge_not_found; 400 passkey_not_verified; 409 passkey_exists, and as startRegistration
 */
export async function addPasskey(ctx: Ctx, { challenge_id, name, response }: PasskeyCreate): Promise<Passkey> {
  const userId = ownAccount(ctx);
  const challenge = await takeChallenge(ctx, { id: challenge_id, userId, purpose: 'register' });
  if (challenge === undefined)
    throw new Problem(
      404,
      'challenge_not_found',
      'This took longer than five minutes, or was sent before. Begin again.',
    );
  const party = requireRelyingParty(ctx);
  const credential = await verifyRegistration(response, party, challenge);
  return transaction(ctx, async (inside) => {
    await requireRoom(inside, userId);
    const passkey = await insert(inside, userId, { ...credential, name, rpId: party.rpId });
    await inside.audit('user.passkey.add', { id: userId, name: ctx.actor.name }, { passkey: name });
    await tellOwner(inside, userId, { kind: 'account.second_factor_changed', change: 'passkey_added' });
    return passkey;
  });
}

/** Whether the account may have one more. Holds its codes to the end of the transaction, so that they stay on meanwhile. */
async function requireRoom(ctx: Ctx, userId: string): Promise<void> {
  if (await mustUseSso(ctx, userId))
    throw new Problem(403, 'sso_linked', 'This account signs in over single sign-on, which has its own second factor.');
  if (!(await holdCodes(ctx, userId)))
    throw conflict(
      'totp_required_first',
      'Set up codes from an authenticator app first: they stay when a passkey is lost.',
    );
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::integer as count from passkeys where user_id = ${userId}`;
  if ((row?.count ?? 0) >= MOST_PER_ACCOUNT)
    throw conflict('too_many_passkeys', `An account has at most ${MOST_PER_ACCOUNT} passkeys. Remove one first.`);
}

async function insert(
  ctx: Ctx,
  userId: string,
  {
    credentialId,
    publicKey,
    counter,
    transports,
    backedUp,
    name,
    rpId,
  }: NewCredential & { name: string; rpId: string },
): Promise<Passkey> {
  try {
    const [row] = await ctx.sql<Passkey[]>`
      insert into passkeys (user_id, name, rp_id, credential_id, public_key, counter, transports, backed_up, created_at)
      values (${userId}, ${name}, ${rpId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${backedUp}, ${ctx.now()})
      returning ${columns(ctx)}`;
    if (!row) throw new Error('an insert returned no row');
    return row;
  } catch (error) {
    if (violatedConstraint(error) === 'passkeys_credential_id_key')
      throw conflict('passkey_exists', 'This passkey has been added before.');
    throw error;
  }
}
