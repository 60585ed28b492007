import type { Label } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { canAny, type Permission } from '../../session.ts';

/** A page under Settings. Without one of its permissions it is absent; none at all means everybody. */
type Section = { path: string; label: Label; permissions: readonly Permission[] };

const all: readonly Section[] = [
  { path: '/settings/organisation', label: 'settings.organisation', permissions: ['clients.view'] },
  { path: '/settings/enrollment', label: 'settings.enrollment', permissions: ['enrollment.manage'] },
  { path: '/settings/users', label: 'settings.users', permissions: ['users.manage'] },
  { path: '/settings/roles', label: 'settings.roles', permissions: ['roles.manage'] },
  { path: '/settings/tokens', label: 'settings.tokens', permissions: ['api_tokens.manage'] },
  { path: '/settings/mail', label: 'settings.mail', permissions: ['settings.manage'] },
  { path: '/settings/about', label: 'settings.about', permissions: [] },
];

/** What this principal may open, in order. */
export function settingsSections(): readonly Section[] {
  return all.filter((section) => canAny(section.permissions) && hasPage(section.path));
}
