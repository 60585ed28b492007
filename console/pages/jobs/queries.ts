import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api } from '../../api.ts';

export function useJob(id: Accessor<string>, wanted: Accessor<boolean> = () => true) {
  return useQuery(() => ({
    queryKey: ['jobs', id()],
    queryFn: ({ signal }) => api('GET /api/jobs/:id', { params: { id: id() }, signal }),
    enabled: wanted(),
  }));
}

/** The jobs of a batch. The key holds no id at its second place, because hints name jobs and not batches. */
export function useBatch(id: Accessor<string | null>) {
  return useQuery(() => ({
    queryKey: ['jobs', { batch: id() }],
    queryFn: ({ signal }) => api('GET /api/jobs/batch/:batch_id', { params: { batch_id: id() ?? '' }, signal }),
    enabled: id() !== null,
  }));
}
