import { t } from '../../i18n/index.ts';
import type { Device } from '../devices/device-words.ts';

type Placed = Pick<Device, 'client_id' | 'client_name' | 'site_id' | 'site_name' | 'group_id' | 'group_name'>;
type Crumb = { label: string; href: string };

/** The list of devices, and what the device lies in: each leads to the list of what is there. */
export function crumbsOf(device: Placed): Crumb[] {
  return [{ label: t('nav.devices'), href: '/devices' }, ...placesOf(device)];
}

/** Company, site and department of a device, as far as it has them. */
export function placesOf(device: Placed): Crumb[] {
  const { client_id, site_id, group_id } = device;
  const query = new URLSearchParams();
  const steps = [
    ['company', client_id, device.client_name],
    ['site', site_id, device.site_name],
    ['department', group_id, device.group_name],
  ] as const;
  return steps.flatMap(([param, id, name]) => {
    if (id === null || name === null) return [];
    query.set(param, id);
    return [{ label: name, href: `/devices?${query}` }];
  });
}

export function tagPath(tag: string): string {
  return `/devices?${new URLSearchParams({ tag })}`;
}
