import type { SignedIn } from '../../schema/sessions.ts';
import { actingAs, type Ctx, transaction } from '../context.ts';
import { read as readMe } from '../me/read.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { Problem } from '../problem.ts';
import { hashToken, newToken } from '../tokens.ts';
import { admit, type Candidate, findByUsername } from '../users/sign-in.ts';
import { resolveSession, SESSION_LIFETIME_MS } from './resolve.ts';

interface Credentials {
  username: string;
  password: string;
}

/**
 * Signs in by password and starts a session of seven days. An unknown account, a wrong password and a disabled account
 * are one refusal, after the same work (ATTACKS.md 3); a second factor has its place between `recognise` and `start`.
 * Opens its own transaction, after the password is checked.
 * @throws 401 invalid_credentials, 503 busy
 */
export async function signIn(ctx: Ctx, credentials: Credentials): Promise<SignedIn> {
  const candidate = await recognise(ctx, credentials);
  return transaction(ctx, async (inside) => {
    if (!(await admit(inside, candidate))) throw refusal(credentials.username, candidate, 'account_changed');
    return start(inside, candidate.id, 'password');
  });
}

async function recognise(ctx: Ctx, { username, password }: Credentials): Promise<Candidate> {
  const candidate = await findByUsername(ctx, username);
  const right = await verifyPassword(candidate?.passwordHash ?? null, password);
  if (!candidate) throw refusal(username, undefined, 'unknown_account');
  if (!right) throw refusal(username, candidate, 'wrong_password');
  if (candidate.disabled) throw refusal(username, candidate, 'account_disabled');
  return candidate;
}

/** What operators read of it in the audit trail is more than the caller learns. A name that is no account's may be a mistyped password, so it is not kept. */
function refusal(username: string, candidate: Candidate | undefined, reason: string): Problem {
  const target = { id: candidate?.id ?? null, name: candidate?.username ?? null };
  return new Problem(401, 'invalid_credentials', 'User name or password is wrong.', {
    refused: { target, key: username.toLowerCase(), reason },
  });
}

/** A new session of an account that has proved who it is, in the caller's transaction. */
export async function start(ctx: Ctx, userId: string, method: 'password'): Promise<SignedIn> {
  const { sql, origin } = ctx;
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
