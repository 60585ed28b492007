import type { Ctx } from '../context.ts';

/** Key of the advisory lock ("categ" in ASCII). */
const LOCK = 0x63_61_74_65_67;

/** Whoever changes categories does so alone. */
export async function lockCategories({ sql }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
}

/** How a category is spelled already, in the registry or by scripts; null when nobody knows it. */
export async function knownSpelling({ sql }: Ctx, name: string): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    (select name from script_categories where lower(name) = lower(${name}))
    union all
    (select min(category) from scripts where lower(category) = lower(${name}) having count(*) > 0)
    limit 1`;
  return row?.name ?? null;
}

/**
 * The name under which a script is filed: as it is known already, so that case alone makes no second category. Until the
 * transaction ends no category is renamed, so that the script is not filed under a name that is just going.
 */
export async function spellingOf(ctx: Ctx, name: string): Promise<string> {
  if (name === '') return '';
  await ctx.sql`select pg_advisory_xact_lock_shared(${LOCK}::bigint)`;
  return (await knownSpelling(ctx, name)) ?? name;
}
