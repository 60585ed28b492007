import { t } from '../../i18n/index.ts';
import { type Place, placeName } from '../organisation/places.ts';
import type { ScopeRow } from './queries.ts';

type Scoped = { scopes: readonly ScopeRow[]; scope_lost?: boolean };

/** Up to this many places are named; the rest is counted. */
const NAMED = 2;

/**
 * What an account reaches, in a few words: "Halvorsen Marine and 2 more", "3 devices", "Everything". Places that the
 * reader does not see are counted only.
 */
export function scopeText({ scopes, scope_lost }: Scoped, place: (id: string) => Place | undefined): string {
  if (scopes.length === 0) return scope_lost ? t('scope.nothing') : t('scope.everything');
  const placed = scopes.filter((row) => row.scope_type !== 'agent');
  const found = placed.flatMap((row) => place(row.scope_id) ?? []).map(placeName);
  const devices = scopes.length - placed.length;
  const parts = [placesText(found, placed.length), devices > 0 ? t('scope.devices', { count: devices }) : ''];
  return parts.filter(Boolean).join(', ');
}

function placesText(names: readonly string[], count: number): string {
  if (count === 0) return '';
  if (names.length === 0) return t('scope.places', { count });
  const shown = names.slice(0, NAMED);
  const text = shown.join('; ');
  return count > shown.length ? t('scope.more', { names: text, count: count - shown.length }) : text;
}
