import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import type { Organisation } from '../organisation/organisation.ts';
import type { DeviceFilters } from './filters.ts';

export type Chip = { kind: string; value: string; remove: () => void };

/** What filters the list now, in words. A place that is gone, or out of sight, is named by its id. */
export function chipsOf(filters: DeviceFilters, organisation: Organisation): Chip[] {
  const name = (id: string) =>
    organisation.place(id)?.name ?? (organisation.loaded() || !can('clients.view') ? id : '…');
  const [status, company, site, department, tag] = [
    filters.status(),
    filters.company(),
    filters.site(),
    filters.department(),
    filters.tag(),
  ];
  const chips: (Chip | undefined)[] = [
    status && {
      kind: t('devices.status'),
      value: t(`devices.${status}`),
      remove: () => filters.set({ status: null }),
    },
    filters.unassigned()
      ? {
          kind: t('devices.company'),
          value: t('devices.unassigned'),
          remove: () => filters.set({ unassigned: null }),
        }
      : undefined,
    company && {
      kind: t('devices.company'),
      value: name(company),
      remove: () => filters.goTo(undefined),
    },
    site && {
      kind: t('devices.site'),
      value: name(site),
      remove: () => filters.set({ site: null, department: null }),
    },
    department && {
      kind: t('devices.department'),
      value: name(department),
      remove: () => filters.set({ department: null }),
    },
    tag && { kind: t('devices.filter_tag'), value: tag, remove: () => filters.set({ tag: null }) },
  ].map((chip) => chip || undefined);
  return chips.filter((chip) => chip !== undefined);
}
