import { t } from '../../i18n/index.ts';
import type { Place } from '../organisation/places.ts';
import type { ScopeRow } from './queries.ts';

type Scoped = { scopes: readonly ScopeRow[]; scope_lost?: boolean };

/** Up to this many places are named; the rest is counted. */
const NAMED = 2;

/** "Infrastructure / Bergen / Halvorsen Marine": nearest first, as it is said. */
export const placePath = (place: Place): string =>
  [...place.above, place]
    .map(({ name }) => name)
    .reverse()
    .join(' / ');

/**
 * What an account reaches, in a few words: "Halvorsen Marine · Bergen / Kestrel · 2 more places · 3 devices", or
 * "Everything". Places that the reader does not see are counted only. `named` names more of them.
 */
export function scopeText(
  { scopes, scope_lost }: Scoped,
  place: (id: string) => Place | undefined,
  named = NAMED,
): string {
  if (scopes.length === 0) return scope_lost ? t('scope.nothing') : t('scope.everything');
  const placed = scopes.filter((row) => row.scope_type !== 'agent');
  const names = placed.flatMap((row) => place(row.scope_id) ?? []).map(placePath);
  const shown = names.slice(0, named);
  const rest = placed.length - shown.length;
  const devices = scopes.length - placed.length;
  const parts = [
    ...shown,
    ...(rest > 0
      ? [shown.length > 0 ? t('scope.more_places', { count: rest }) : t('scope.places', { count: rest })]
      : []),
    ...(devices > 0 ? [t('scope.devices', { count: devices })] : []),
  ];
  return parts.join(' · ');
}
