import type { Role } from '../../schema/roles.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { columns } from './record.ts';

/** Built-in roles first, then custom ones by name. */
export async function list(ctx: Ctx): Promise<JsonText<{ roles: Role[] }>> {
  const [row] = await ctx.sql<{ json: string }[]>`
    select coalesce(json_agg(x order by x.builtin desc, lower(x.name), x.key), '[]')::text as json
    from (select ${columns(ctx)} from roles r) x`;
  return envelope('roles', row?.json ?? '[]');
}
