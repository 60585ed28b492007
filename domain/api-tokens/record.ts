import type { ApiToken } from '../../schema/api-tokens.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** Columns of a token in an answer. Aliases: `api_tokens t left join users u`. */
export const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  t.id, t.name, t.role_key as role, t.user_id, u.username, u.role_key as user_role, u.disabled_at is not null as user_disabled,
  t.mcp_only, t.issued_by, rfc3339(t.expires_at) as expires_at,
  rfc3339(t.last_used_at) as last_used_at, rfc3339(t.created_at) as created_at`;

/** @throws 404 */
export async function read(ctx: Ctx, id: string): Promise<ApiToken> {
  const [row] = await ctx.sql<ApiToken[]>`
    select ${columns(ctx)} from api_tokens t left join users u on u.id = t.user_id where t.id = ${id}`;
  if (!row) throw notFound('API token');
  return row;
}
