import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/solid-query';
import { createMemo } from 'solid-js';
import { api, type Output } from '../../api.ts';
import type { ReportState } from './state.ts';

const PAGE = 200;
/** What a browser lays out for paper; who needs more takes the CSV. */
const PRINT_MAX = 5000;

type Answer = { total: number; next_cursor?: string | undefined };

/** A report by pages. It is a moment and does not follow live hints: whoever compares or prints it wants it to stand still. */
function usePages<A extends Answer>(
  key: () => unknown,
  load: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<A>,
) {
  const query = useInfiniteQuery<A, Error, InfiniteData<A>, QueryKey, string | undefined>(() => ({
    queryKey: ['reports', key()],
    queryFn: ({ pageParam, signal }) => load({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 60_000,
    placeholderData: (before) => before,
  }));
  return {
    query,
    pages: createMemo(() => (query.isSuccess ? query.data.pages : [])),
    total: () => (query.isSuccess ? (query.data.pages[0]?.total ?? 0) : 0),
    /** Everything that fits on paper. */
    loadAll: async () => {
      for (let rows = PAGE; query.hasNextPage && rows < PRINT_MAX; rows += PAGE) await query.fetchNextPage();
    },
  };
}
export type Pages = Pick<ReturnType<typeof usePages<Answer>>, 'query' | 'total' | 'loadAll'>;

export const useSoftware = (state: ReportState) =>
  usePages(
    () => ['software', state.filters(), state.sort('software')],
    (page, signal) =>
      api('GET /api/reports/software', {
        query: { ...state.filters(), sort: state.sort('software'), ...page },
        signal,
      }),
  );

/** Devices that have the chosen program. */
export const useHolders = (state: ReportState, program: { name: string; manufacturer?: string }) =>
  usePages(
    () => ['software', state.place(), program],
    (page, signal) => api('GET /api/reports/software', { query: { ...state.place(), ...program, ...page }, signal }),
  );

export const useHardware = (state: ReportState) =>
  usePages(
    () => ['hardware', state.filters(), state.sort('hardware')],
    (page, signal) =>
      api('GET /api/reports/hardware', {
        query: { ...state.filters(), sort: state.sort('hardware'), ...page },
        signal,
      }),
  );

export const useMachines = (state: ReportState) =>
  usePages(
    () => ['machines', state.filters(), state.sort('machines')],
    (page, signal) =>
      api('GET /api/reports/machines', {
        query: { ...state.filters(), sort: state.sort('machines'), ...page },
        signal,
      }),
  );

export const useCompliance = (state: ReportState) =>
  usePages(
    () => ['compliance', state.filters(), state.sort('compliance')],
    (page, signal) =>
      api('GET /api/reports/compliance', {
        query: { ...state.filters(), sort: state.sort('compliance'), ...page },
        signal,
      }),
  );

export type SoftwareRow = Output<'GET /api/reports/software'>['software'][number];
export type SoftwareDevice = NonNullable<Output<'GET /api/reports/software'>['devices']>[number];
export type HardwareRow = Output<'GET /api/reports/hardware'>['devices'][number];
export type MachineRow = Output<'GET /api/reports/machines'>['devices'][number];
export type ComplianceClient = NonNullable<Output<'GET /api/reports/compliance'>['clients']>[number];
export type ComplianceDevice = NonNullable<Output<'GET /api/reports/compliance'>['devices']>[number];
