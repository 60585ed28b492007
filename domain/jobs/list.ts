import type { JobQuery, JobSummary } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { jobColumns, jobJoins } from './columns.ts';
import { newestPositions } from './newest.ts';

/** Jobs in the caller's scope, newest first. @throws 400 invalid_cursor */
export async function list(ctx: Ctx, query: JobQuery): Promise<JsonText<{ jobs: JobSummary[] }>> {
  const { sql } = ctx;
  const positions = await newestPositions(ctx, query, query.limit + 1);
  const shown = positions.slice(0, query.limit);
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(row_to_json(j) order by p.place), '[]')::text as json
    from unnest(${shown.map(({ id }) => id)}::uuid[]) with ordinality p (id, place)
    cross join lateral (select ${jobColumns(ctx)} from jobs r ${jobJoins(ctx)} where r.id = p.id) j`;
  const last = positions.length > query.limit ? shown.at(-1) : undefined;
  const next = last && encodeCursor([last.created_at, last.id]);
  return envelope('jobs', row?.json ?? '[]', { next_cursor: next });
}
