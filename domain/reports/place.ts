import type { PlaceFilter } from '../../schema/reports.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { clientVisible, deviceInScope, groupVisible, siteVisible } from '../scope.ts';
import { containing, type Fragment } from '../sql.ts';

const nouns = { client: 'company', site: 'site', group: 'department' } as const;

/** A report on a place that the caller cannot see is refused (SPEC.md, Reports). @throws 404 company_not_found and the like, 403 out_of_scope */
export async function requirePlace(ctx: Ctx, { scope, id }: PlaceFilter): Promise<void> {
  if (scope === undefined || id === undefined) return;
  const { sql } = ctx;
  const [row] = await sql<{ visible: boolean }[]>`${
    scope === 'client'
      ? sql`select ${clientVisible(ctx)} as visible from clients c where c.id = ${id}`
      : scope === 'site'
        ? sql`select ${siteVisible(ctx)} as visible from sites s where s.id = ${id}`
        : sql`select ${groupVisible(ctx)} as visible from groups g where g.id = ${id}`
  }`;
  if (!row) throw notFound(nouns[scope]);
  if (!row.visible) throw outOfScope(nouns[scope]);
}

type Asked = Pick<Ctx, 'sql' | 'scope'>;

/** Condition on `devices d`: in the caller's scope, in the place, and with each of the words somewhere. */
export function devicesOf(ctx: Asked, { scope, id, q }: PlaceFilter & { q?: string }): Fragment {
  const { sql } = ctx;
  const conditions = [deviceInScope(ctx)];
  if (scope !== undefined && id !== undefined) conditions.push(sql`d.${sql(`${scope}_id`)} = ${id}`);
  const patterns = wordsOf(q).map(containing);
  if (patterns.length > 0)
    conditions.push(sql`d.search like all (array(select lower(p) from unnest(${patterns}::text[]) p))`);
  return conditions.reduce((left, right) => sql`${left} and ${right}`);
}

/** More words than this make a search slower, not better. */
const WORDS_MAX = 10;
export const wordsOf = (q = ''): string[] => q.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
