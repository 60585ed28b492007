import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { can } from '../../session.ts';

export type Standing = Output<'GET /api/standing-approvals/:id'>;
export type StandingRow = Output<'GET /api/standing-approvals'>['standing_approvals'][number];
export type StandingState = StandingRow['state'];

const PAGE = 50;

export const useStandingPages = (state: Accessor<StandingState | undefined>) =>
  useInfiniteQuery(() => ({
    queryKey: ['approvals', { standing: state() ?? 'any' }],
    queryFn: ({ signal, pageParam }) => {
      const chosen = state();
      return api('GET /api/standing-approvals', {
        query: { limit: PAGE, ...(chosen && { state: chosen }), ...(pageParam && { cursor: pageParam }) },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/standing-approvals'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: can('jobs.view'),
  }));

export const useStanding = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['approvals', id()],
    queryFn: ({ signal }) => api('GET /api/standing-approvals/:id', { params: { id: id() }, signal }),
  }));
