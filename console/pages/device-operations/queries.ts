import { useQuery } from '@tanstack/solid-query';
import { type Accessor, createMemo } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';

export type OperationRow = Output<'GET /api/device-operations'>['device_operations'][number];
export type Operation = Output<'GET /api/device-operations/:id'>;
export type ProposedDevice = Operation['devices'][number];

/** Those that wait, newest first, of the company chosen in the top bar. */
export function useWaitingOperations() {
  const company = useCompany();
  const query = useQuery(() => ({
    queryKey: ['device_operations', { status: 'waiting' }],
    queryFn: ({ signal }) => api('GET /api/device-operations', { query: { status: 'waiting' }, signal }),
    enabled: can('devices.view'),
  }));
  const rows = createMemo<readonly OperationRow[]>(() => {
    const found = query.isSuccess ? query.data.device_operations : [];
    const chosen = company.id();
    return found.filter(
      ({ companies }) => chosen === undefined || companies.some(({ client_id }) => client_id === chosen),
    );
  });
  return { query, rows };
}

export type WaitingOperations = ReturnType<typeof useWaitingOperations>;

/** One with its devices: a noun of its own, because it follows the devices as well (live.ts, dependants). */
export const useOperation = (id: Accessor<string>) =>
  useQuery(() => ({
    queryKey: ['proposed_devices', id()],
    queryFn: ({ signal }) => api('GET /api/device-operations/:id', { params: { id: id() }, signal }),
  }));

/** After a decision. */
export function readOperationsAgain(): void {
  for (const noun of ['device_operations', 'proposed_devices', 'dashboard', 'devices', 'device_counts'])
    void queries.invalidateQueries({ queryKey: [noun] });
}
