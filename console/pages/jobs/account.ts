import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';

export type Family = Output<'GET /api/devices/:id'>['os']['family'];

/** As whom the agent runs scripts there: "root", "SYSTEM", or both where the system is not known. */
export function accountName(family: Family | undefined): string {
  if (family === undefined) return t('jobs.account.either');
  return t(family === 'windows' ? 'jobs.account.windows' : 'jobs.account.unix');
}

/** The device of a job, where there is one and the principal may see devices. */
export const useDeviceOf = (deviceId: Accessor<string | undefined>) =>
  useQuery(() => ({
    queryKey: ['devices', deviceId() ?? ''],
    queryFn: ({ signal }) => api('GET /api/devices/:id', { params: { id: deviceId() ?? '' }, signal }),
    enabled: deviceId() !== undefined && can('devices.view'),
  }));

/** As whom scripts run on one device, of which a job knows the id alone; for none, or one that is gone or hidden, both. */
export function useAccount(deviceId: Accessor<string | undefined>): Accessor<string> {
  const device = useDeviceOf(deviceId);
  return () => accountName(device.isSuccess ? device.data.os.family : undefined);
}
