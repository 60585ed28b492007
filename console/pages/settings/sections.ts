import type { Label } from '../../i18n/index.ts';
import { hasPage } from '../../pages.ts';
import { canAny, me, type Permission } from '../../session.ts';

/** A page under Settings. Without one of its permissions it is absent; none at all means everybody. */
type Section = {
  path: string;
  label: Label;
  permissions: readonly Permission[];
  /** Instance-wide: absent for somebody with an access scope, whom the server refuses. */
  unscoped?: true;
};

const all: readonly Section[] = [
  { path: '/settings/organisation', label: 'settings.organisation', permissions: ['clients.view'] },
  { path: '/settings/enrollment', label: 'settings.enrollment', permissions: ['enrollment.manage'] },
  { path: '/settings/users', label: 'settings.users', permissions: ['users.manage'] },
  { path: '/settings/roles', label: 'settings.roles', permissions: ['roles.manage'] },
  { path: '/settings/tokens', label: 'settings.tokens', permissions: ['api_tokens.manage'] },
  { path: '/settings/mail', label: 'settings.mail', permissions: ['settings.manage'] },
  { path: '/settings/webhooks', label: 'settings.webhooks', permissions: ['settings.manage'], unscoped: true },
  { path: '/settings/ai', label: 'settings.ai', permissions: ['settings.manage'], unscoped: true },
  { path: '/settings/remote', label: 'settings.remote', permissions: ['settings.manage'], unscoped: true },
  { path: '/settings/about', label: 'settings.about', permissions: [] },
];

/** What this principal may open, in order. */
export function settingsSections(): readonly Section[] {
  return all.filter(
    ({ path, permissions, unscoped }) => canAny(permissions) && hasPage(path) && (!unscoped || me()?.unscoped === true),
  );
}
