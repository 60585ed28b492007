import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { conflict, notFound } from '../problem.ts';
import { usedBy } from './used-by.ts';

/**
 * Deletes a script with its versions; jobs that ran it keep what they ran.
 * @throws 404, 409 script_in_use with `used_by`, as far as the caller may see them, and `used_elsewhere`
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  // Who names it takes a key-share lock on the row first: nobody can while this one is held.
  const [script] = await ctx.sql<{ name: string }[]>`select name from scripts where id = ${id} for update`;
  if (!script) throw notFound('script');
  const uses = await usedBy(ctx, id);
  if (uses.used_by.length + uses.used_elsewhere > 0) throw inUse(script.name, uses);
  await ctx.sql`delete from scripts where id = ${id}`;
  await ctx.audit('script.delete', { id, name: script.name }, {});
  changed(ctx, 'scripts', [id]);
}

/** How many the sentence names. */
const NAMED_MAX = 5;

function inUse(name: string, uses: Awaited<ReturnType<typeof usedBy>>) {
  const named = uses.used_by.slice(0, NAMED_MAX).map((use) => use.name);
  const others = uses.used_by.length - named.length + uses.used_elsewhere;
  const rest = others === 0 ? [] : [named.length > 0 ? `${others} more` : `${others} outside your view`];
  return conflict('script_in_use', `${name} is used by ${[...named, ...rest].join(', ')}.`, { ...uses });
}
