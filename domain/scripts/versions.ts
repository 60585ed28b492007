import type { ScriptVersion } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { notFound } from '../problem.ts';

/** So many of the newest. With texts of 256 KiB that is 25 MiB at the most. */
const SHOWN = 100;

/** The newest hundred versions of a script with their texts, newest first. @throws 404 script_not_found */
export async function versions(ctx: Ctx, id: string): Promise<JsonText<{ versions: ScriptVersion[] }>> {
  const [row] = await ctx.sql<{ json: string }[]>`
    select (
      select coalesce(json_agg(v order by v.version desc), '[]')::text from (
        select version, name, shell, body, category, description, parameters, systems, timeout_sec, changed_by,
          restored_from, rfc3339(created_at) as created_at
        from script_versions where script_id = s.id order by version desc limit ${SHOWN}
      ) v
    ) as json
    from scripts s where s.id = ${id}`;
  if (!row) throw notFound('script');
  return envelope('versions', row.json);
}
