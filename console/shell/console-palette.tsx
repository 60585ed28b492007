import { useNavigate } from '@solidjs/router';
import { t } from '../i18n/index.ts';
import { hasPage } from '../pages.ts';
import { canAny } from '../session.ts';
import { toggleTheme } from '../theme.ts';
import { type Icon, IconKeyboard, IconMoon, IconSignOut } from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';
import { Palette } from '../ui/palette/palette.tsx';
import { leave } from './account-menu.tsx';
import { pageCommands } from './commands.ts';
import { useCompany } from './company.ts';
import { createConsoleSearch } from './console-search.ts';
import { nav } from './nav.ts';

/** Ctrl-K: pages, what the page on screen offers, and devices and companies by name. */
export function ConsolePalette(props: { open: boolean; onOpenChange: (open: boolean) => void; onKeys: () => void }) {
  const navigate = useNavigate();
  const company = useCompany();
  const go = (path: string) => navigate(company.href(path));
  return (
    <Palette
      open={props.open}
      onOpenChange={props.onOpenChange}
      commands={props.open ? [...pageCommands(), ...pages(go), ...general(props.onKeys)] : []}
      search={createConsoleSearch({ go, chooseCompany: company.choose })}
    />
  );
}

function pages(go: (path: string) => void): Command<Icon>[] {
  const reachable = nav.flat().filter((entry) => canAny(entry.permissions) && hasPage(entry.path));
  return reachable.map((entry) => ({
    id: entry.path,
    group: t('palette.pages'),
    label: t(entry.label),
    icon: entry.icon,
    run: () => go(entry.path),
  }));
}

function general(onKeys: () => void): Command<Icon>[] {
  const group = t('palette.commands');
  return [
    { id: 'theme', group, label: t('theme.switch'), icon: IconMoon, run: toggleTheme },
    { id: 'keys', group, label: t('keys.title'), icon: IconKeyboard, keys: '?', run: onKeys },
    { id: 'sign-out', group, label: t('account.sign_out'), icon: IconSignOut, run: () => void leave() },
  ];
}
