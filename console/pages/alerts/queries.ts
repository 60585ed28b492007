import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api } from '../../api.ts';
import { can, me } from '../../session.ts';
import type { Alert } from './alert.ts';

/** Repeats give no hint: what counts them is read again now and then. */
const READ_AGAIN_MS = 30_000;

export function useAlert(id: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['alerts', id()],
    queryFn: ({ signal }) => api('GET /api/alerts/:id', { params: { id: id() }, signal }),
    refetchInterval: READ_AGAIN_MS,
  }));
}

/** Entries of the timeline that are shown; of more only the newest. */
const EVENTS = 200;

export function useAlertEvents(id: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['alerts', id(), 'events'],
    queryFn: ({ signal }) =>
      api('GET /api/alerts/:id/events', { params: { id: id() }, query: { limit: EVENTS }, signal }),
  }));
}

/** What was run or proposed because of it. */
export function useRemediation(alert: Accessor<Alert>) {
  return useQuery(() => ({
    queryKey: ['jobs', { alert: alert().id }],
    queryFn: ({ signal }) =>
      api('GET /api/jobs', { query: { agent_id: alert().agent_id, alert_id: alert().id, limit: 20 }, signal }),
    enabled: can('jobs.view'),
  }));
}

export function useDeviceAlerts(deviceId: Accessor<string>, status: string, limit: number) {
  return useQuery(() => ({
    queryKey: ['alerts', { device: deviceId(), status, limit }],
    queryFn: ({ signal }) => api('GET /api/alerts', { query: { agent_id: deviceId(), status, limit }, signal }),
    enabled: can('alerts.view'),
  }));
}

export function useDeviceJobs(deviceId: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['jobs', { around: deviceId() }],
    queryFn: ({ signal }) => api('GET /api/jobs', { query: { agent_id: deviceId(), limit: 100 }, signal }),
    enabled: can('jobs.view'),
  }));
}

export function useDeviceAudit(deviceId: Accessor<string>, since: Accessor<string>, until: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['audit', { around: deviceId(), since: since() }],
    queryFn: ({ signal }) =>
      api('GET /api/audit', { query: { target: deviceId(), since: since(), until: until(), limit: 50 }, signal }),
    enabled: can('audit.view') && me()?.unscoped === true,
  }));
}
