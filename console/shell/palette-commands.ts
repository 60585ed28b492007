import { useNavigate } from '@solidjs/router';
import { type Label, t } from '../i18n/index.ts';
import { settingsSections } from '../pages/settings/sections.ts';
import { hasPage } from '../pages.ts';
import { canAny, me, type Permission } from '../session.ts';
import { toggleTheme } from '../theme.ts';
import {
  type Icon,
  IconAdd,
  IconForward,
  IconKeyboard,
  IconMoon,
  IconSettings,
  IconSignOut,
  IconUser,
} from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';
import { leave } from './account-menu.tsx';
import { useCompany } from './company.ts';
import { mayUse, nav } from './nav.ts';

/** Places that have an address but no entry in the rail. `page` is the page that has to be there. */
type Shortcut = {
  path: string;
  page: string;
  label: Label;
  icon: Icon;
  permissions: readonly Permission[];
  unscoped?: true;
};

const shortcuts: readonly Shortcut[] = [
  {
    path: '/jobs?status=failed',
    page: '/jobs',
    label: 'palette.failed_jobs',
    icon: IconForward,
    permissions: ['jobs.view'],
  },
  {
    path: '/settings/users/new',
    page: '/settings/users/new',
    label: 'users.new',
    icon: IconAdd,
    permissions: ['users.manage'],
  },
  {
    path: '/settings/roles/new',
    page: '/settings/roles/new',
    label: 'roles.new',
    icon: IconAdd,
    permissions: ['roles.manage'],
    unscoped: true,
  },
  {
    path: '/settings/tokens/new',
    page: '/settings/tokens/new',
    label: 'tokens.new',
    icon: IconAdd,
    permissions: ['api_tokens.manage'],
  },
];

/** What Ctrl-K always offers: every page that the principal may open, what can be made, and what the shell can do. */
export function usePaletteCommands(onKeys: () => void): () => Command<Icon>[] {
  const navigate = useNavigate();
  const company = useCompany();
  const go = (path: string) => () => navigate(company.href(path));
  const page = (path: string, label: Label, icon: Icon): Command<Icon> => ({
    id: path,
    group: t('palette.pages'),
    label: t(label),
    icon,
    run: go(path),
  });

  const pages = () => [
    ...nav
      .flat()
      .filter((entry) => mayUse(entry) && hasPage(entry.path))
      .map((entry) => page(entry.path, entry.label, entry.icon)),
    ...settingsSections().map((section) => ({
      ...page(section.path, section.label, IconSettings),
      words: t('nav.settings'),
      hint: t('nav.settings'),
    })),
    page('/account', 'me.title', IconUser),
  ];
  const ways = () =>
    shortcuts
      .filter((one) => canAny(one.permissions) && hasPage(one.page) && (!one.unscoped || me()?.unscoped === true))
      .map((one) => ({ ...page(one.path, one.label, one.icon), group: t('palette.commands') }));
  const general = (): Command<Icon>[] => {
    const group = t('palette.commands');
    return [
      { id: 'theme', group, label: t('theme.switch'), icon: IconMoon, run: toggleTheme },
      { id: 'keys', group, label: t('keys.title'), icon: IconKeyboard, keys: '?', run: onKeys },
      { id: 'sign-out', group, label: t('account.sign_out'), icon: IconSignOut, run: () => void leave() },
    ];
  };
  return () => [...pages(), ...ways(), ...general()];
}
