import { monitoringSections } from '../pages/monitoring/sections.ts';
import { settingsSections } from '../pages/settings/sections.ts';
import { mayUse, nav } from './nav.ts';

const SETTINGS = '/settings';
const MONITORING = '/monitoring';

/**
 * Whether the principal may open an address: what the rail and the tabs of the settings and of monitoring leave out is not reached by
 * typing it either. Addresses that neither lists are everybody's; the server decides about the data in any case.
 */
export function mayOpen(path: string): boolean {
  if (path.startsWith(`${SETTINGS}/`)) return settingsSections().some((section) => within(path, section.path));
  if (path.startsWith(`${MONITORING}/`)) return monitoringSections().some((section) => within(path, section.path));
  const entry = nav.flat().find((one) => one.path !== '/' && one.path !== SETTINGS && within(path, one.path));
  return entry === undefined || mayUse(entry);
}

const within = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);
