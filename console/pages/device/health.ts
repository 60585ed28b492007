import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import type { Point } from '../../ui/chart/lines.ts';

type Health = Output<'GET /api/devices/:id/metrics'>;
type Sample = Health['samples'][number];
/** The figures of a sample. */
export type Figure = Exclude<keyof Sample, 'at'>;

/** The last 24 hours. A sample a minute gives no hint: the page reads them again by itself. */
export function useHealth(id: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['health', id()],
    reconcile: false as const,
    queryFn: ({ signal }) => api('GET /api/devices/:id/metrics', { params: { id: id() }, signal }),
    refetchInterval: 60_000,
  }));
}

/** Older than this is not how the device is now: a point is two minutes wide, and one may be missing. */
const RECENT_MS = 6 * 60_000;

/** The newest value, where it is one of now. */
export function latest({ samples }: Health, figure: Figure, now: Date): number | undefined {
  const sample = samples.findLast((one) => one[figure] !== null);
  const value = sample?.[figure] ?? null;
  if (!sample || value === null || now.getTime() - Date.parse(sample.at) > RECENT_MS) return undefined;
  return value;
}

export const pointsOf = ({ samples }: Health, figure: Figure): Point[] =>
  samples.map((sample) => ({ at: sample.at, value: sample[figure] }));
export type { Health };
