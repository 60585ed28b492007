import type { Ctx } from '../context.ts';
import { recordInScope } from '../scope.ts';

/** Open alerts in the caller's scope as JSON: {open, error, suppressed}; the last are those of which nobody is told. */
export async function openCounts(ctx: Ctx): Promise<string> {
  const { sql } = ctx;
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('open', count(*), 'error', count(*) filter (where r.severity = 'error'),
      'suppressed', count(*) filter (where r.suppressed_until > ${ctx.now()}))::text as json
    from alerts r left join devices d on d.id = r.agent_id
    where r.status = 'open' and ${recordInScope(ctx)}`;
  return row?.json ?? '';
}
