import { useNavigate } from '@solidjs/router';
import { api } from '../api.ts';
import { t } from '../i18n/index.ts';
import { hasPage } from '../pages.ts';
import { can, canAny, signOut } from '../session.ts';
import { toggleTheme } from '../theme.ts';
import { type Icon, IconCompany, IconDevice, IconForward, IconKeyboard, IconMoon, IconSignOut } from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';
import { Palette } from '../ui/palette/palette.tsx';
import type { PaletteSearch } from '../ui/palette/search.ts';
import { pageCommands } from './commands.ts';
import { useCompany } from './company.ts';
import { nav } from './nav.ts';

/** Devices shown per search; the rest is one line away. */
const DEVICES = 6;

/** Ctrl-K: pages, what the page on screen offers, and devices and companies by name. */
export function ConsolePalette(props: { open: boolean; onOpenChange: (open: boolean) => void; onKeys: () => void }) {
  const navigate = useNavigate();
  const company = useCompany();
  const go = (path: string) => () => navigate(company.href(path));

  const pages = (): Command<Icon>[] =>
    nav
      .flat()
      .filter((entry) => canAny(entry.permissions) && hasPage(entry.path))
      .map((entry) => ({
        id: entry.path,
        group: t('palette.pages'),
        label: t(entry.label),
        icon: entry.icon,
        run: go(entry.path),
      }));
  const general = (): Command<Icon>[] => [
    { id: 'theme', group: t('palette.commands'), label: t('theme.switch'), icon: IconMoon, run: toggleTheme },
    {
      id: 'keys',
      group: t('palette.commands'),
      label: t('keys.title'),
      icon: IconKeyboard,
      keys: '?',
      run: props.onKeys,
    },
    {
      id: 'sign-out',
      group: t('palette.commands'),
      label: t('account.sign_out'),
      icon: IconSignOut,
      run: () => void signOut(),
    },
  ];

  const search: PaletteSearch<Icon> = async (text, { kind, signal }) => {
    const [devices, companies] = await Promise.all([
      kind === 'all' && can('devices.view') ? findDevices(text, signal) : [],
      can('clients.view') ? findCompanies(text, signal) : [],
    ]);
    return [...devices, ...companies];
  };

  async function findDevices(q: string, signal: AbortSignal): Promise<Command<Icon>[]> {
    const found = await api('GET /api/devices', { query: { q, limit: DEVICES }, signal });
    const group = t('palette.devices');
    const more = {
      id: 'all',
      group,
      label: t('palette.all_devices', { count: found.total, text: q }),
      icon: IconForward,
    };
    return [
      ...found.devices.map((device) => ({
        id: device.id,
        group,
        label: device.hostname,
        icon: IconDevice,
        run: go(`/devices/${device.id}`),
      })),
      ...(found.total > DEVICES ? [{ ...more, run: go(`/devices?q=${encodeURIComponent(q)}`) }] : []),
    ];
  }

  async function findCompanies(text: string, signal: AbortSignal): Promise<Command<Icon>[]> {
    const { clients } = await api('GET /api/clients', { signal });
    return clients
      .filter((client) => client.name.toLowerCase().includes(text.toLowerCase()))
      .slice(0, DEVICES)
      .map((client) => ({
        id: client.id,
        group: t('palette.companies'),
        label: client.name,
        icon: IconCompany,
        run: () => company.choose(client.id),
      }));
  }

  return (
    <Palette
      open={props.open}
      onOpenChange={props.onOpenChange}
      commands={props.open ? [...pageCommands(), ...pages(), ...general()] : []}
      search={search}
    />
  );
}
