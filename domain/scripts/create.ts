import type { Script, ScriptCreate } from '../../schema/scripts.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { spellingOf } from '../script-categories/spelling.ts';
import { read } from './read.ts';
import { columnsOf, keepVersions } from './write.ts';

/** Adds a script to the library. Two may have one name. A category is spelled as it already is elsewhere. */
export async function create(ctx: Ctx, input: ScriptCreate): Promise<Script> {
  const category = await spellingOf(ctx, input.category);
  const columns = columnsOf(ctx, { ...input, category });
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into scripts ${ctx.sql(columns)} returning id`;
  const id = row?.id ?? '';
  await keepVersions(ctx, [id], await jobActor(ctx));
  await ctx.audit('script.create', { id, name: input.name }, { shell: input.shell, category });
  changed(ctx, 'scripts', [id]);
  return read(ctx, id);
}
