import { can, me } from '../../session.ts';
import type { Place } from './places.ts';

/** Whether a scope row of one of these kinds names the place or what it lies in; always, without an access scope. */
export function covered(place: Place, kinds: readonly Place['kind'][]): boolean {
  const principal = me();
  if (principal === undefined || principal.unscoped) return principal !== undefined;
  return [...place.above, place].some(
    ({ kind, id }) =>
      kinds.includes(kind) && principal.scopes.some((row) => row.scope_type === kind && row.scope_id === id),
  );
}

/** May rename and delete it, make something in it, and put devices there: it lies inside the scope itself (CONTRACT.md, Access). */
export function managesPlace(place: Place): boolean {
  return can('clients.manage') && covered(place, ['client', 'site', 'group']);
}

/** May let devices enroll there: a site, or a department of it, directly in a company or site of the scope (SPEC.md, Enrollment). */
export function enrollsInto(place: Place): boolean {
  return can('enrollment.manage') && place.kind !== 'client' && covered(place, ['client', 'site']);
}
