import type { ApiToken } from '../../schema/api-tokens.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { columns } from './record.ts';
import { tokenVisible } from './visible.ts';

/** Every token, newest first and without its value; for a scoped caller its own. Expired ones stay until they are revoked. */
export async function list(ctx: Ctx): Promise<JsonText<{ api_tokens: ApiToken[] }>> {
  const [row] = await ctx.sql<{ json: string }[]>`
    select coalesce(json_agg(r order by r.created_at desc, r.id desc), '[]')::text as json
    from (select ${columns(ctx)} from api_tokens t left join users u on u.id = t.user_id where ${tokenVisible(ctx)}) r`;
  return envelope('api_tokens', row?.json ?? '[]');
}
