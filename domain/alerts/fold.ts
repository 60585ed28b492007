import type { Observation } from './observation.ts';

/** What one batch says of one condition. */
export interface Folded extends Omit<Observation, 'key' | 'at'> {
  firstAt: Date;
  lastAt: Date;
  /** The key of each observation, in order; null for one without. */
  keys: (string | null)[];
}

/** Kept of what a check said; the whole is in its result. */
const MESSAGE_MAX = 2000;

/**
 * Several observations of one condition become one, in the order in which they were made: the last one says how it is now.
 * A key that comes again within the batch counts once.
 */
export function fold(observations: readonly Observation[]): Folded[] {
  const conditions = new Map<string, Folded>();
  for (const observation of observations) {
    const { key, at, ...rest } = observation;
    const before = conditions.get(rest.conditionKey);
    if (before && key !== null && before.keys.includes(key)) continue;
    conditions.set(rest.conditionKey, {
      ...rest,
      title: storable(rest.title),
      message: storable(rest.message),
      observedValue: finite(rest.observedValue),
      thresholdValue: finite(rest.thresholdValue),
      firstAt: before && before.firstAt < at ? before.firstAt : at,
      lastAt: before && before.lastAt > at ? before.lastAt : at,
      keys: [...(before?.keys ?? []), key],
    });
  }
  return [...conditions.values()];
}

/** Foreign text as PostgreSQL can keep it: no NUL, no half of a pair, no more than anybody reads. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, MESSAGE_MAX).toWellFormed();

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);
