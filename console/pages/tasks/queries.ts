import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import type { Api } from '../../api-types.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';

export type Task = Output<'GET /api/tasks/:id'>;
/** As lists have it. */
export type TaskSummary = Output<'GET /api/tasks'>['tasks'][number];
export type TaskRun = Output<'GET /api/tasks/:id/runs'>['runs'][number];
export type Calendar = Output<'GET /api/tasks/calendar'>;
export type Schedule = Api['POST /api/tasks/preview']['body'];

const PAGE = 50;

/** Tasks by name, page by page. */
export const useTaskPages = (filter: Accessor<{ q?: string; policy_id?: string }>) =>
  useInfiniteQuery(() => ({
    queryKey: ['tasks', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/tasks', { query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/tasks'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: can('tasks.view'),
  }));

export const useTask = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['tasks', id()],
    queryFn: ({ signal }) => api('GET /api/tasks/:id', { params: { id: id() }, signal }),
  }));

export const useTargets = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['tasks', id(), 'targets'],
    queryFn: ({ signal }) => api('GET /api/tasks/:id/targets', { params: { id: id() }, signal }),
  }));

export const useRunPages = (id: Accessor<string>) =>
  useInfiniteQuery(() => ({
    queryKey: ['tasks', id(), 'runs'],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/tasks/:id/runs', {
        params: { id: id() },
        query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/tasks/:id/runs'>) => page.next_cursor,
    placeholderData: keepPreviousData,
  }));

/** The runs ahead of a schedule that has not been saved. */
export const useNextRuns = (schedule: Accessor<Schedule | undefined>) =>
  useQuery(() => ({
    queryKey: ['next-runs', schedule()],
    queryFn: async ({ signal }) => {
      const body = schedule();
      return body ? await api('POST /api/tasks/preview', { body, signal }) : { runs: [] };
    },
    enabled: schedule() !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  }));

export const useCalendar = (range: Accessor<{ since: string; until: string }>) =>
  useQuery(() => ({
    queryKey: ['tasks', { calendar: range() }],
    queryFn: ({ signal }) => api('GET /api/tasks/calendar', { query: range(), signal }),
    placeholderData: keepPreviousData,
    reconcile: false as const,
  }));

export const useDeviceTasks = (deviceId: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['tasks', { device: deviceId() }],
    queryFn: ({ signal }) => api('GET /api/devices/:id/tasks', { params: { id: deviceId() }, signal }),
  }));

/** After a change: the live hint may be down. */
export function readTasksAgain(): void {
  for (const noun of ['tasks', 'policies', 'approvals', 'jobs']) void queries.invalidateQueries({ queryKey: [noun] });
}
