import { z } from 'zod';
import { Id } from '../../schema/common.ts';
import type { ScriptQuery, ScriptSummary } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { summaryColumns } from './columns.ts';

/** A page of the library by name, without the texts. Scripts belong to no company. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  query: ScriptQuery,
): Promise<JsonText<{ scripts: ScriptSummary[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, sql`true`);
  const rows = await sql<{ sort: string; id: string; json: string }[]>`
    select lower(s.name) as sort, s.id, row_to_json(r)::text as json
    from scripts s cross join lateral (select ${summaryColumns(ctx)}) r
    where ${where} order by lower(s.name), s.id limit ${query.limit + 1}`;
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return envelope('scripts', `[${shown.map(({ json }) => json).join(',')}]`, {
    next_cursor: last && encodeCursor([last.sort, last.id]),
  });
}

/** Conditions on `scripts s`. */
function filters({ sql }: Ctx, { q = '', category, shell, cursor }: ScriptQuery): Fragment[] {
  const conditions: Fragment[] = [];
  if (cursor !== undefined) {
    const [name, id] = decodeCursor(cursor, z.tuple([z.string(), Id]));
    conditions.push(sql`(lower(s.name), s.id) > (${name}, ${id}::uuid)`);
  }
  const pattern = containing(q.trim());
  if (q.trim()) conditions.push(sql`(s.name ilike ${pattern} or s.description ilike ${pattern})`);
  if (category !== undefined) conditions.push(sql`lower(s.category) = lower(${category})`);
  if (shell !== undefined) conditions.push(sql`s.shell = ${shell}`);
  return conditions;
}
