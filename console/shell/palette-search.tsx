import { useNavigate } from '@solidjs/router';
import { api, type Output } from '../api.ts';
import { t } from '../i18n/index.ts';
import { deviceStatus } from '../pages/devices/device-words.ts';
import { jobLook, jobTitle } from '../pages/jobs/job.ts';
import { hasPage } from '../pages.ts';
import { queries } from '../queries.ts';
import { can } from '../session.ts';
import { type Icon, IconCompany, IconDevice, IconForward, IconJobs } from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';
import type { PaletteSearch } from '../ui/palette/search.ts';
import { StatusWord } from '../ui/status.tsx';
import { useCompany } from './company.ts';

type Device = Output<'GET /api/devices'>['devices'][number];

/** Shown of each kind per search; the rest of the devices is one line away. */
const SHOWN = 6;
const SHOWN_JOBS = 4;

/** Newest jobs that a search looks at. The API finds jobs by device, company and state only, so words are looked for here. */
const RECENT_JOBS = 100;

/** Finds devices on the server, companies and recent jobs by their words, as far as the principal sees them. */
export function usePaletteSearch(): PaletteSearch<Icon> {
  const navigate = useNavigate();
  const company = useCompany();
  const go = (path: string) => () => navigate(company.href(path));

  async function findDevices(q: string, signal: AbortSignal): Promise<Command<Icon>[]> {
    const { devices, total } = await api('GET /api/devices', { query: { q, limit: SHOWN }, signal });
    const more: Command<Icon> = {
      id: 'all-devices',
      group: t('palette.devices'),
      label: t('palette.all_devices', { count: total, text: q }),
      icon: IconForward,
      run: go(`/devices?q=${encodeURIComponent(q)}`),
    };
    return [...devices.map(deviceCommand), ...(total > SHOWN ? [more] : [])];
  }

  function deviceCommand(device: Device): Command<Icon> {
    const open = go(`/devices/${device.id}`);
    const jobs: Command<Icon> = {
      id: 'jobs',
      group: device.hostname,
      label: t('palette.device_jobs'),
      icon: IconJobs,
      run: go(`/jobs?device=${device.id}`),
    };
    return {
      id: device.id,
      group: t('palette.devices'),
      label: device.hostname,
      hint: [device.client_name, device.site_name].filter(Boolean).join(', '),
      icon: IconDevice,
      end: () => <StatusWord {...deviceStatus(device)} />,
      run: open,
      commands: [
        { id: 'open', group: device.hostname, label: t('palette.device_open'), icon: IconDevice, run: open },
        ...(can('jobs.view') && hasPage('/jobs') ? [jobs] : []),
      ],
    };
  }

  async function findCompanies(text: string, signal: AbortSignal): Promise<Command<Icon>[]> {
    const { clients } = await api('GET /api/clients', { signal });
    return clients
      .filter(({ name }) => contains(name, text))
      .slice(0, SHOWN)
      .map(({ id, name }) => ({
        id,
        group: t('palette.companies'),
        label: name,
        icon: IconCompany,
        run: () => company.choose(id),
      }));
  }

  async function findJobs(text: string): Promise<Command<Icon>[]> {
    // Kept between letters; hints about jobs make it old.
    const { jobs } = await queries.fetchQuery({
      queryKey: ['jobs', { recent: RECENT_JOBS }],
      queryFn: ({ signal }) => api('GET /api/jobs', { query: { limit: RECENT_JOBS }, signal }),
    });
    return jobs
      .filter((job) => contains(`${job.description} ${job.agent_hostname}`, text))
      .slice(0, SHOWN_JOBS)
      .map((job) => ({
        id: job.id,
        group: t('palette.jobs'),
        label: jobTitle(job),
        hint: job.agent_hostname,
        icon: IconJobs,
        end: () => <StatusWord {...jobLook(job)} />,
        run: go(`/jobs/${job.id}`),
      }));
  }

  return async (text, { kind, signal }) => {
    const all = kind === 'all';
    const found = await Promise.all([
      all && can('devices.view') ? findDevices(text, signal) : [],
      can('clients.view') ? findCompanies(text, signal) : [],
      all && can('jobs.view') && hasPage('/jobs') ? findJobs(text) : [],
    ]);
    return found.flat();
  };
}

const contains = (said: string, typed: string): boolean => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => said.toLowerCase().includes(word));
};
