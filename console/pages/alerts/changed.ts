import { queries } from '../../queries.ts';

/** Reads anew what shows alerts: after a change made here, because the live hint may be down, and after a conflict. */
export function alertsChanged(): void {
  for (const noun of ['alerts', 'alert_suppressions', 'dashboard'])
    void queries.invalidateQueries({ queryKey: [noun] });
}
