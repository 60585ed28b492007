import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';

export type Check = Output<'GET /api/checks/:id'>;
export type CheckType = Check['type'];
export type CheckInstance = Output<'GET /api/checks/:id/instances'>['instances'][number];
export type DeviceCheck = Output<'GET /api/devices/:id/checks'>['checks'][number];
export type CheckState = CheckInstance['status'];
export type Policy = Output<'GET /api/policies/:id'>;
export type Assignment = Output<'GET /api/policies/:id/assignments'>['assignments'][number];

const PAGE = 50;
/** As many policies as a field offers to choose from. */
const CHOICES = 1000;
/** As many places of a policy as its page shows. */
export const PLACES = 1000;

export type CheckFilter = {
  q?: string;
  type?: CheckType;
  policy_id?: string;
  agent_id?: string;
  client_id?: string;
};

/** The company of the top bar as a filter. */
export const ofCompany = (id: string | undefined): { client_id?: string } => (id ? { client_id: id } : {});

/** Checks by name, page by page. */
export const useCheckPages = (filter: Accessor<CheckFilter>) =>
  useInfiniteQuery(() => ({
    queryKey: ['checks', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/checks', {
        query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/checks'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: can('checks.view'),
  }));

export const useCheck = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['checks', id()],
    queryFn: ({ signal }) => api('GET /api/checks/:id', { params: { id: id() }, signal }),
  }));

/** The check on its devices, page by page. */
export const useInstancePages = (
  id: Accessor<string>,
  filter: Accessor<{ status?: CheckState; q?: string; client_id?: string }>,
) =>
  useInfiniteQuery(() => ({
    queryKey: ['checks', id(), 'instances', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/checks/:id/instances', {
        params: { id: id() },
        query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/checks/:id/instances'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    reconcile: 'agent_id' as const,
  }));

/** What runs on a device. The device's id stands third: a hint about checks names checks. */
export const useDeviceChecks = (deviceId: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['checks', { device: deviceId() }],
    queryFn: ({ signal }) => api('GET /api/devices/:id/checks', { params: { id: deviceId() }, signal }),
  }));

export const usePolicyPages = (filter: Accessor<{ q?: string; client_id?: string }>) =>
  useInfiniteQuery(() => ({
    queryKey: ['policies', { ...filter(), limit: PAGE }],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/policies', {
        query: { ...filter(), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Output<'GET /api/policies'>) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: can('policies.view'),
  }));

/** All policies, to choose one. */
export const usePolicies = () =>
  useQuery(() => ({
    queryKey: ['policies', { limit: CHOICES }],
    queryFn: ({ signal }) => api('GET /api/policies', { query: { limit: CHOICES }, signal }),
    enabled: can('policies.view'),
  }));

export const usePolicy = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['policies', id()],
    queryFn: ({ signal }) => api('GET /api/policies/:id', { params: { id: id() }, signal }),
  }));

export const useAssignments = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['policies', id(), 'assignments'],
    queryFn: ({ signal }) =>
      api('GET /api/policies/:id/assignments', { params: { id: id() }, query: { limit: PLACES }, signal }),
  }));

/** After a change: the live hint may be down. */
export function readMonitoringAgain(): void {
  for (const noun of ['checks', 'policies', 'approvals']) void queries.invalidateQueries({ queryKey: [noun] });
}
