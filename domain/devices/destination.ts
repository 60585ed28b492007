import type { Ctx } from '../context.ts';
import { invalid, notFound, outOfScope, Problem } from '../problem.ts';
import { managesNode } from '../scope.ts';

/** Where devices go: a site with its company, and a department of it or none. */
export interface Destination {
  client_id: string;
  client_name: string;
  site_id: string;
  site_name: string;
  group_id: string | null;
  group_name: string | null;
}

/**
 * The site and department, kept from being deleted until the transaction ends. A department of another site is no
 * destination. @throws 404 site_not_found, department_not_found; 400 group_not_in_site
 */
export async function holdDestination(ctx: Ctx, siteId: string, groupId: string | null): Promise<Destination> {
  const [site] = await ctx.sql<{ client_id: string; client_name: string; site_name: string }[]>`
    select s.client_id, c.name as client_name, s.name as site_name
    from sites s join clients c on c.id = s.client_id where s.id = ${siteId} for key share of s`;
  if (!site) throw notFound('site');
  const group = groupId === null ? null : await holdGroup(ctx, groupId);
  if (group && group.site_id !== siteId)
    throw invalid('group_id', 'The department belongs to another site.', 'group_not_in_site');
  return { ...site, site_id: siteId, group_id: group?.id ?? null, group_name: group?.name ?? null };
}

/** The department, kept likewise. @throws 404 department_not_found */
export async function holdGroup(ctx: Ctx, id: string): Promise<{ id: string; name: string; site_id: string }> {
  const [group] = await ctx.sql<{ id: string; name: string; site_id: string }[]>`
    select id, name, site_id from groups where id = ${id} for key share`;
  if (!group) throw notFound('department');
  return group;
}

/**
 * A device is placed only where the caller manages: the department when one is named, else the site; out of the
 * organisation only by a caller without scope, for whom alone it would remain in sight.
 * @throws 403 out_of_scope, unscoped_required
 */
export function mayPlaceIn(ctx: Ctx, to: Pick<Destination, 'client_id' | 'site_id' | 'group_id'> | null): void {
  if (to === null && !ctx.scope.unscoped)
    throw new Problem(403, 'unscoped_required', 'Only an account without access scope takes a device out of its site.');
  if (to && !managesNode(ctx.scope, { ...to, group_id: to.group_id ?? undefined })) throw outOfScope('site');
}
