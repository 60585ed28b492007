import type { SignedIn } from '../../schema/sessions.ts';
import { actingAs, type Ctx } from '../context.ts';
import { read as readMe } from '../me/read.ts';
import { Problem } from '../problem.ts';
import type { Given, Passed } from '../second-factors/verify.ts';
import { hashToken, newToken } from '../tokens.ts';
import { noteSignIn } from '../users/sign-in.ts';
import { type Credentials, prove, recognise } from './prove.ts';
import { resolveSession, SESSION_LIFETIME_MS } from './resolve.ts';

/**
 * Signs in by password and, where the account has one, second factor, and starts a session of seven days. There is no
 * session before the second factor (ATTACKS.md 6). Opens its own transaction, after the password is checked.
 * @throws 401 invalid_credentials, second_factor_required, invalid_second_factor; 403 sso_required; 429 codes_paused; 503 busy
 */
export async function signIn(ctx: Ctx, { username, password, ...given }: Credentials & Given): Promise<SignedIn> {
  const candidate = await recognise(ctx, { username, password });
  return prove(ctx, candidate, { ...given, offersPasskeys: true }, (inside, { id, passed }) =>
    start(inside, id, passed ?? 'password'),
  );
}

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
