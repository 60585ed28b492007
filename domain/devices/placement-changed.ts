import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';

type Place = { client_id: string | null; site_id: string | null; group_id: string | null };

/** Tells consoles that these devices came, went or moved, and that the counts of these places are no longer what they were. */
export function placementChanged(ctx: Ctx, deviceIds: string[], places: Place[]): void {
  const ids = (of: keyof Place) => [...new Set(places.map((place) => place[of]).filter((id) => id !== null))];
  changed(ctx, 'devices', deviceIds);
  changed(ctx, 'clients', ids('client_id'));
  changed(ctx, 'sites', ids('site_id'));
  changed(ctx, 'groups', ids('group_id'));
}
