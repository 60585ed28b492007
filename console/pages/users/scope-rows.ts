import { allPlaces, type Place } from '../organisation/places.ts';
import type { ScopeRow } from './queries.ts';

/** The rows with a place taken in or out. Taken in, it covers what lies in it, so those rows go. */
export function withPlace(rows: readonly ScopeRow[], place: Place, chosen: boolean): ScopeRow[] {
  if (!chosen) return without(rows, place.id);
  const covered = new Set(allPlaces([place]).map(({ id }) => id));
  return [...rows.filter(({ scope_id }) => !covered.has(scope_id)), { scope_type: place.kind, scope_id: place.id }];
}

export function withDevice(rows: readonly ScopeRow[], id: string): ScopeRow[] {
  return [...without(rows, id), { scope_type: 'agent', scope_id: id }];
}

export const without = (rows: readonly ScopeRow[], id: string): ScopeRow[] =>
  rows.filter(({ scope_id }) => scope_id !== id);

/** Whether both reach the same, in whatever order. */
export function sameRows(one: readonly ScopeRow[], other: readonly ScopeRow[]): boolean {
  const key = (row: ScopeRow) => `${row.scope_type} ${row.scope_id}`;
  const keys = new Set(one.map(key));
  return keys.size === new Set(other.map(key)).size && other.every((row) => keys.has(key(row)));
}
