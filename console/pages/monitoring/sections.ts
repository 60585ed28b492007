import type { Label } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { canAny, type Permission } from '../../session.ts';

/** A page under Monitoring; without one of its permissions it is absent. */
type Section = { path: string; label: Label; permissions: readonly Permission[] };

const all: readonly Section[] = [
  { path: '/monitoring/checks', label: 'monitoring.checks', permissions: ['checks.view'] },
  { path: '/monitoring/policies', label: 'monitoring.policies', permissions: ['policies.view'] },
  { path: '/monitoring/tasks', label: 'tasks.title', permissions: ['tasks.view'] },
  { path: '/monitoring/calendar', label: 'tasks.calendar', permissions: ['tasks.view'] },
];

/** What this principal may open, in order. */
export function monitoringSections(): readonly Section[] {
  return all.filter((section) => canAny(section.permissions) && hasPage(section.path));
}
