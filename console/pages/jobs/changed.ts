import { queries } from '../../queries.ts';

/** Reads anew what shows jobs: after a change made here, because the live hint may be down, and after a conflict. */
export function jobsChanged(): void {
  for (const noun of ['jobs', 'approvals', 'proposal-jobs', 'dashboard'])
    void queries.invalidateQueries({ queryKey: [noun] });
}
