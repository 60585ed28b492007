import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { can, me } from '../../session.ts';

export type AccountRelay = Output<'GET /api/config/smtp'>;
export type AlertRelay = Output<'GET /api/config/smtp/alerts'>;
export type Security = AlertRelay['security'];

export const alertRelayKey = ['config', 'smtp', 'alerts'];

export const useAccountRelay = () =>
  useQuery(() => ({
    queryKey: ['config', 'smtp'],
    queryFn: ({ signal }) => api('GET /api/config/smtp', { signal }),
    enabled: can('settings.manage'),
  }));

/** Instance-wide, so not for somebody with an access scope. */
export const seesAlertRelay = () => can('settings.manage') && me()?.unscoped === true;

export const useAlertRelay = () =>
  useQuery(() => ({
    queryKey: alertRelayKey,
    queryFn: ({ signal }) => api('GET /api/config/smtp/alerts', { signal }),
    enabled: seesAlertRelay(),
  }));
