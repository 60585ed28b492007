import { api } from '../api.ts';
import { t } from '../i18n/index.ts';
import { can } from '../session.ts';
import { type Icon, IconCompany, IconDevice, IconForward } from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';
import type { PaletteSearch } from '../ui/palette/search.ts';

/** Things of one kind per search; the rest is one line away. */
const SHOWN = 6;

type Ways = {
  /** Opens a path of the console. */
  go: (path: string) => void;
  chooseCompany: (id: string) => void;
};

/** Finds devices and companies for the palette. */
export function createConsoleSearch(ways: Ways): PaletteSearch<Icon> {
  return async (text, { kind, signal }) => {
    const [devices, companies] = await Promise.all([
      kind === 'all' && can('devices.view') ? findDevices(text, signal, ways) : [],
      can('clients.view') ? findCompanies(text, signal, ways) : [],
    ]);
    return [...devices, ...companies];
  };
}

async function findDevices(q: string, signal: AbortSignal, ways: Ways): Promise<Command<Icon>[]> {
  const found = await api('GET /api/devices', { query: { q, limit: SHOWN }, signal });
  const group = t('palette.devices');
  const devices = found.devices.map((device) => ({
    id: device.id,
    group,
    label: device.hostname,
    hint: [device.client_name, device.site_name].filter(Boolean).join(' · '),
    icon: IconDevice,
    run: () => ways.go(`/devices/${device.id}`),
  }));
  if (found.total <= SHOWN) return devices;
  const label = t('palette.all_devices', { count: found.total, text: q });
  const all = { id: 'all', group, label, icon: IconForward, run: () => ways.go(`/devices?q=${encodeURIComponent(q)}`) };
  return [...devices, all];
}

async function findCompanies(text: string, signal: AbortSignal, ways: Ways): Promise<Command<Icon>[]> {
  const { clients } = await api('GET /api/clients', { signal });
  const wanted = text.toLowerCase();
  const matching = clients.filter((client) => client.name.toLowerCase().includes(wanted)).slice(0, SHOWN);
  return matching.map((client) => ({
    id: client.id,
    group: t('palette.companies'),
    label: client.name,
    icon: IconCompany,
    run: () => ways.chooseCompany(client.id),
  }));
}
