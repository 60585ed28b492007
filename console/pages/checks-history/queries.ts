import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';

export type Check = Output<'GET /api/checks/:id'>;
export type Instance = Output<'GET /api/checks/:id/instances'>['instances'][number];
type History = Output<'GET /api/checks/:id/results'>;
export type Series = Extract<History, { points: unknown }>;
export type Result = Extract<History, { results: unknown }>['results'][number];

/** A check and where it runs: `id` and `device` from the address. */
export type Place = { id: string; device: string };

export function useCheck(place: Accessor<Place>) {
  return useQuery(() => ({
    queryKey: ['checks', place().id],
    queryFn: ({ signal }) => api('GET /api/checks/:id', { params: { id: place().id }, signal }),
  }));
}

/** The check's state on the device; null where it does not run any more. Results change it, so their hints read it again. */
export function useInstance(place: Accessor<Place>) {
  return useQuery(() => ({
    queryKey: ['check_results', place().device, 'instance', place().id],
    queryFn: async ({ signal }) => {
      const { id, device } = place();
      const { instances } = await api('GET /api/checks/:id/instances', {
        params: { id },
        query: { agent_id: device, limit: 1 },
        signal,
      });
      return instances[0] ?? null;
    },
    refetchInterval: READ_AGAIN_MS,
  }));
}

/** Results that change nothing give no hint: the page follows them by itself. */
const READ_AGAIN_MS = 30_000;

export function useSeries(
  place: Accessor<Place>,
  window: Accessor<{ since: Date; until: Date }>,
  hours: Accessor<number>,
) {
  return useQuery(() => ({
    // The window moves with every minute, and the data with it: the length names what is shown.
    queryKey: ['check_results', place().device, 'series', place().id, hours()],
    reconcile: false as const,
    queryFn: ({ signal }) => readSeries(place(), window().since, signal),
    refetchInterval: hours() <= 24 ? READ_AGAIN_MS : 10 * READ_AGAIN_MS,
  }));
}

async function readSeries({ id, device }: Place, since: Date, signal: AbortSignal): Promise<Series> {
  const query = { agent_id: device, since: since.toISOString() };
  const answer = await api('GET /api/checks/:id/results', { params: { id }, query, signal });
  if ('points' in answer) return answer;
  throw new Error('a chart was asked for, and a list came');
}

/** A page of results, newest first. */
export async function readResults(
  { id, device }: Place,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ rows: (Result & { id: string })[]; next: string | undefined }> {
  const query = { agent_id: device, limit: 20, ...(cursor && { cursor }) };
  const answer = await api('GET /api/checks/:id/results', { params: { id }, query, signal });
  if (!('results' in answer)) throw new Error('a list was asked for, and a chart came');
  return { rows: answer.results.map((result) => ({ ...result, id: result.execution_id })), next: answer.next_cursor };
}
