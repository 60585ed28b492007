import { resolveApiTokenById } from '../api-tokens/resolve.ts';
import type { Ctx } from '../context.ts';
import { conflict, Problem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { type Resolved, resolveSessionById } from '../sessions/resolve.ts';
import type { Sql } from '../sql.ts';

/** Key of the advisory lock ("ident" in ASCII). */
const LOCK = 0x6964656e74;

/** Transactions that hold it. */
const holding = new WeakSet<Ctx['work']>();

/**
 * Held to the end of the transaction by whatever changes who may do what, so that rules about several accounts (no user
 * exists yet, the last administrator, what a role grants) are judged on a state that nobody else is changing. Such changes
 * are rare. Order: rows of the organisation and devices first, then this, then rows of accounts and roles.
 * @throws 401, 409 access_changed when the caller lost access, or some of it, between the begin of its request and the lock
 */
export async function lockAccess(ctx: Ctx): Promise<void> {
  if (!ctx.work.inTransaction) throw new Error('lockAccess needs a transaction');
  if (holding.has(ctx.work)) return;
  await ctx.sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
  holding.add(ctx.work);
  await requireUnchanged(ctx);
}

/**
 * The caller was judged when the request came in. Somebody who is being disabled or demoted must not issue a token or make
 * an account in a request that waited for the lock behind exactly that change: it would outlive their access (ATTACKS.md 36).
 */
async function requireUnchanged(ctx: Ctx): Promise<void> {
  const { actor, scope, sql } = ctx;
  const again = resolver(ctx);
  if (!again) return;
  const now = await again(sql, ctx.now());
  if (!now)
    throw new Problem(401, 'unauthorized', 'You have been signed out meanwhile.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  const kept = [...actor.permissions].every((key) => now.actor.permissions.has(key));
  if (!kept || !isSameScope(scope, now.scope))
    throw conflict('access_changed', 'What you may do has been changed meanwhile. Look at it, and try again.');
}

/** Reads the session or token of the caller again; undefined for one without: the server itself, the bootstrap token, a mailed link. */
function resolver({ actor }: Ctx): ((sql: Sql, now: Date) => Promise<Resolved | undefined>) | undefined {
  const { kind, id, sessionId } = actor;
  if (sessionId) return (sql, now) => resolveSessionById(sql, sessionId, now);
  return kind === 'api_token' && id !== null ? (sql, now) => resolveApiTokenById(sql, id, now) : undefined;
}

function isSameScope(one: Scope, other: Scope): boolean {
  if (one.unscoped || other.unscoped) return one.unscoped === other.unscoped;
  const sorted = ({ clients, sites, groups, agents }: typeof one) =>
    [clients, sites, groups, agents].map((ids) => ids.toSorted().join()).join('/');
  return sorted(one) === sorted(other);
}
