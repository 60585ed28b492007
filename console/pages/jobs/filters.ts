import { useSearchParams } from '@solidjs/router';
import type { Label } from '../../i18n/index.ts';
import type { JobStatus } from './job.ts';

type Filter = { label: Label; statuses: readonly JobStatus[] };

/** States as an operator asks for them; the URL holds the API's words, so that any combination can be linked to. */
export const stateFilters: readonly Filter[] = [
  { label: 'jobs.filter.all', statuses: [] },
  { label: 'jobs.filter.waiting', statuses: ['awaiting_approval'] },
  { label: 'jobs.filter.going', statuses: ['dispatched', 'sent', 'running', 'cancel_requested'] },
  { label: 'jobs.filter.completed', statuses: ['completed'] },
  { label: 'jobs.filter.failed', statuses: ['failed'] },
  { label: 'jobs.filter.stopped', statuses: ['rejected', 'cancelled', 'expired'] },
];

/** Filters of the job list, kept in the URL: `?status=failed,expired&device=<id>`. */
export function useJobFilters() {
  const [search, setSearch] = useSearchParams<{ status?: string; device?: string }>();
  const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || undefined;
  return {
    status: () => one(search.status),
    device: () => one(search.device),
    setStatus: (status: string | undefined) => setSearch({ status: status ?? null }),
    setDevice: (device: string | undefined) => setSearch({ device: device ?? null }),
    any: () => one(search.status) !== undefined || one(search.device) !== undefined,
    clear: () => setSearch({ status: null, device: null }),
  };
}
