import type { AssignmentCreate } from '../../schema/policies.ts';
import type { Ctx } from '../context.ts';
import { notFound, outOfScope } from '../problem.ts';
import { managesNode, reaches } from '../scope.ts';

interface Place {
  name: string;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
}

/** What people call each kind of place. */
const nouns = { client: 'company', site: 'site', group: 'department', agent: 'device' } as const;

/**
 * The place that a policy is to be assigned to, kept from being deleted until the transaction ends.
 * @throws 404 company_not_found, site_not_found, department_not_found, device_not_found; 403 out_of_scope unless the caller
 *   manages the place itself, or reaches the device
 */
export async function holdPlace(ctx: Ctx, { scope_type, scope_id }: AssignmentCreate): Promise<Place> {
  const [place] = await find(ctx, scope_type, scope_id);
  if (!place) throw notFound(nouns[scope_type]);
  if (!covers(ctx, scope_type, scope_id, place)) throw outOfScope(nouns[scope_type]);
  return place;
}

function find({ sql }: Ctx, type: AssignmentCreate['scope_type'], id: string) {
  if (type === 'client')
    return sql<Place[]>`
      select name, id as client_id, null::uuid as site_id, null::uuid as group_id from clients where id = ${id} for key share`;
  if (type === 'site')
    return sql<Place[]>`
      select name, client_id, id as site_id, null::uuid as group_id from sites where id = ${id} for key share`;
  if (type === 'group')
    return sql<Place[]>`select name, client_id, site_id, id as group_id from groups where id = ${id} for key share`;
  return sql<Place[]>`
    select hostname as name, client_id, site_id, group_id from devices where id = ${id} for key share`;
}

function covers({ scope }: Ctx, type: AssignmentCreate['scope_type'], id: string, place: Place): boolean {
  const { client_id, site_id, group_id } = place;
  if (type === 'agent') return reaches(scope, { ...place, id });
  if (client_id === null) return scope.unscoped;
  return managesNode(scope, { client_id, site_id: site_id ?? undefined, group_id: group_id ?? undefined });
}
