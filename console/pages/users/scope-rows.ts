import { type Place, placeIds } from '../organisation/places.ts';
import type { ScopeRow, ScopeTarget } from './queries.ts';

/** What an account is to reach: everything, or only what is named. What was named is kept while somebody looks at the other. */
export type Reach = { everything: boolean; targets: readonly ScopeTarget[] };

/** Of an account that is there. One that lost its scope reaches nothing: that is no decision for everything. */
export const reachOf = (user: { scope_targets: readonly ScopeTarget[]; scope_lost: boolean }): Reach => ({
  everything: user.scope_targets.length === 0 && !user.scope_lost,
  targets: user.scope_targets,
});

/** As the API takes it; undefined while nothing is decided. */
export function rowsOf({ everything, targets }: Reach): ScopeRow[] | undefined {
  if (everything) return [];
  if (targets.length === 0) return undefined;
  return targets.map(({ scope_type, scope_id }) => ({ scope_type, scope_id }));
}

/** With a place taken in or out. Taken in, it covers what lies in it, so those rows go. */
export function withPlace(targets: readonly ScopeTarget[], place: Place, chosen: boolean): ScopeTarget[] {
  if (!chosen) return without(targets, place.id);
  const { client_id = null, site_id = null, group_id = null } = placeIds(place);
  const target: ScopeTarget = {
    scope_type: place.kind,
    scope_id: place.id,
    name: place.name,
    client_id,
    site_id,
    group_id,
  };
  return [...targets.filter((one) => !liesIn(one, place.id)), target];
}

type Placed = { id: string; hostname: string } & Pick<ScopeTarget, 'client_id' | 'site_id' | 'group_id'>;

export function withDevice(targets: readonly ScopeTarget[], device: Placed, chosen: boolean): ScopeTarget[] {
  const { id, hostname: name, client_id, site_id, group_id } = device;
  const rest = without(targets, id);
  return chosen ? [...rest, { scope_type: 'agent', scope_id: id, name, client_id, site_id, group_id }] : rest;
}

export const without = (targets: readonly ScopeTarget[], id: string): ScopeTarget[] =>
  targets.filter(({ scope_id }) => scope_id !== id);

/** Whether it is the place, or something in it. */
const liesIn = ({ client_id, site_id, group_id }: ScopeTarget, place: string): boolean =>
  [client_id, site_id, group_id].includes(place);

/** Whether a chosen place covers a device that lies there. */
export function covers(targets: readonly ScopeTarget[], device: Omit<Placed, 'hostname'>): boolean {
  const way = [device.client_id, device.site_id, device.group_id];
  return targets.some(({ scope_type, scope_id }) => scope_type !== 'agent' && way.includes(scope_id));
}

/** Ids of the places in which chosen devices lie. */
export const holders = (targets: readonly ScopeTarget[]): Set<string> =>
  new Set(
    targets.flatMap(({ scope_type, client_id, site_id, group_id }) =>
      scope_type === 'agent' ? [client_id, site_id, group_id].filter((id) => id !== null) : [],
    ),
  );

/** Whether both reach the same, in whatever order. */
export function sameReach(one: Reach, other: Reach): boolean {
  const keys = (reach: Reach) =>
    rowsOf(reach)
      ?.map(({ scope_type, scope_id }) => `${scope_type} ${scope_id}`)
      .sort();
  return one.everything === other.everything && `${keys(one)}` === `${keys(other)}`;
}
