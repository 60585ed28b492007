import type { Script } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';
import { summaryColumns } from './columns.ts';
import { usedBy } from './used-by.ts';

/** One script with its text and, as far as the caller may see them, who names it. @throws 404 script_not_found */
export async function read(ctx: Ctx, id: string): Promise<Script> {
  const [script] = await ctx.sql<Omit<Script, 'used_by' | 'used_elsewhere'>[]>`
    select ${summaryColumns(ctx)}, s.body from scripts s where s.id = ${id}`;
  if (!script) throw notFound('script');
  return { ...script, ...(await usedBy(ctx, id)) };
}
