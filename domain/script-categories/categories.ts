import type { CategoryCount } from '../../schema/scripts.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { conflict, notFound } from '../problem.ts';
import { knownSpelling, lockCategories } from './spelling.ts';

/** Registered categories and those that only scripts name, by name, with how many scripts are filed under each. */
export async function list({ sql }: Ctx): Promise<{ categories: CategoryCount[] }> {
  const categories = await sql<CategoryCount[]>`
    select coalesce(min(registered), min(used)) as name, count(used)::int as count
    from (
      select name as registered, null as used from script_categories
      union all
      select null, category from scripts where category <> ''
    ) c
    group by lower(coalesce(registered, used))
    order by lower(coalesce(min(registered), min(used)))`;
  return { categories: [...categories] };
}

/**
 * Registers a category, so that it exists before a script is filed under it; one that only scripts name may be registered
 * too. @throws 409 name_taken for a registered one, compared without case
 */
export async function create(ctx: Ctx, { name }: { name: string }): Promise<CategoryCount> {
  await lockCategories(ctx);
  const [taken] = await ctx.sql`select 1 from script_categories where lower(name) = lower(${name})`;
  if (taken) throw conflict('name_taken', `A category named ${name} exists.`);
  await ctx.sql`insert into script_categories (name) values (${name})`;
  const count = await refile(ctx, name, name);
  await ctx.audit('script.category.create', { id: null, name }, {});
  return { name, count };
}

/**
 * Renames a category with every script under it. Onto another that is in use, registered or not, both become one, spelled
 * as that one is. Versions stay as they were: where a script is filed is not what it does. @throws 404 category_not_found
 */
export async function rename(ctx: Ctx, from: string, to: string): Promise<CategoryCount> {
  await lockCategories(ctx);
  const before = await knownSpelling(ctx, from);
  if (before === null) throw notFound('category');
  const isOther = (await fold(ctx, from)) !== (await fold(ctx, to));
  const target = isOther ? await knownSpelling(ctx, to) : null;
  const name = target ?? to;
  const { count: registered } = await ctx.sql`
    delete from script_categories where lower(name) in (lower(${from}), lower(${to}))`;
  if (registered > 0) await ctx.sql`insert into script_categories (name) values (${name})`;
  const scripts = await refile(ctx, from, name);
  await ctx.audit('script.category.rename', { id: null, name }, { from: before, scripts, merged: target !== null });
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::int as count from scripts where lower(category) = lower(${name})`;
  return { name, count: row?.count ?? 0 };
}

/** Deletes a category; its scripts return to uncategorized. @throws 404 category_not_found */
export async function remove(ctx: Ctx, name: string): Promise<void> {
  await lockCategories(ctx);
  const known = await knownSpelling(ctx, name);
  if (known === null) throw notFound('category');
  await ctx.sql`delete from script_categories where lower(name) = lower(${name})`;
  const scripts = await refile(ctx, name, '');
  await ctx.audit('script.category.delete', { id: null, name: known }, { scripts });
}

/** Names compare as the database folds them, in every place alike. */
async function fold({ sql }: Ctx, name: string): Promise<string> {
  const [row] = await sql<{ folded: string }[]>`select lower(${name}) as folded`;
  return row?.folded ?? name;
}

/** Files scripts under another name. In the order of their ids, as every other holder of several. @returns how many */
async function refile(ctx: Ctx, from: string, to: string): Promise<number> {
  const { sql } = ctx;
  const held = await sql<{ id: string }[]>`
    select id from scripts where lower(category) = lower(${from}) order by id for no key update`;
  const ids = held.map(({ id }) => id);
  await sql`
    update scripts set category = ${to}, updated_at = ${ctx.now()} where id = any(${ids}::uuid[]) and category <> ${to}`;
  // Nobody but the category changed perhaps: consoles read the list again either way.
  if (ids.length > 0) changed(ctx, 'scripts', ids);
  else ctx.emit({ type: 'changed', noun: 'scripts' });
  return ids.length;
}
