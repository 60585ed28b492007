import { useQuery } from '@tanstack/solid-query';
import { api, type Output } from '../../api.ts';
import { queries } from '../../queries.ts';
import { can, me } from '../../session.ts';

export type Config = Output<'GET /api/config'>;

/** The same reading that the rail has: what is in force, for everybody; addresses only for who may change them. */
export const useConfig = () =>
  useQuery(() => ({
    queryKey: ['config'],
    queryFn: ({ signal }) => api('GET /api/config', { signal }),
  }));

/** Instance-wide, so not for somebody with an access scope. */
export const mayConfigure = (): boolean => can('settings.manage') && me()?.unscoped === true;

/** What a PUT answered is what is in force; who else shows it reads it from here. */
export const keepConfig = (config: Config): Config => queries.setQueryData<Config>(['config'], config) ?? config;
