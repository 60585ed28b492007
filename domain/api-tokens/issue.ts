import type { ApiToken, ApiTokenCreate } from '../../schema/api-tokens.ts';
import type { Ctx } from '../context.ts';
import { requireHeld } from '../permissions.ts';
import { invalid, Problem } from '../problem.ts';
import { hashToken, newToken } from '../tokens.ts';
import { requireAssignable } from '../users/delegation.ts';
import { lockAccess } from '../users/lock.ts';
import { read } from './record.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Issues a token; its value is in this answer and nowhere else. The role holds nothing that the caller lacks, and neither
 * does the account it is bound to. A scoped caller issues for itself only, because an unbound token reaches everything.
 * @throws 400 unknown_role, unknown_user; 403 exceeds_permissions, admin_role, own_tokens_only
 */
export async function issue(ctx: Ctx, input: ApiTokenCreate): Promise<ApiToken & { token: string }> {
  const { name, role, user_id = null, expires_in_days, mcp_only } = input;
  await lockAccess(ctx);
  const user = await requireBindable(ctx, user_id);
  await requireAssignable(ctx, role);
  const token = newToken('apiToken', ctx.random);
  const now = ctx.now();
  const expiresAt = expires_in_days > 0 ? new Date(now.getTime() + expires_in_days * DAY_MS).toISOString() : null;
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into api_tokens (name, token_hash, role_key, user_id, issued_by, issued_by_id, mcp_only, expires_at, created_at)
    values (${name}, ${hashToken(token)}, ${role}, ${user_id}, ${ctx.actor.name}, ${ctx.actor.id}, ${mcp_only}, ${expiresAt}, ${now})
    returning id`;
  const id = row?.id ?? '';
  await ctx.audit('api_token.create', { id, name }, { role, user, mcp_only, expires_at: expiresAt });
  ctx.emit({ type: 'changed', noun: 'api_tokens', ids: [id] });
  return { ...(await read(ctx, id)), token };
}

/** The name of the account, or null for a token that is bound to none. */
async function requireBindable(ctx: Ctx, userId: string | null): Promise<string | null> {
  const { actor, scope, sql } = ctx;
  const own = userId !== null && userId === actor.userId;
  if (!scope.unscoped && !own)
    throw new Problem(
      403,
      'own_tokens_only',
      'With an access scope you issue tokens for yourself only: name your own user_id.',
    );
  if (userId === null) return null;
  const [user] = await sql<{ username: string; permissions: string[] }[]>`
    select u.username, r.permissions from users u join roles r on r.key = u.role_key where u.id = ${userId}`;
  if (!user) throw invalid('user_id', 'There is no such account.', 'unknown_user');
  if (!own) requireHeld(actor, user.permissions, 'This account');
  return user.username;
}
