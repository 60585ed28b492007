import { For, Show } from 'solid-js';
import { formatBytes, formatDateTime, formatNumber, formatPercent } from '../../i18n/format.ts';
import { type Label, t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconError, IconOk } from '../../ui/icons.ts';
import { type StatusLook, StatusWord } from '../../ui/status.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { DeviceLink } from '../jobs/device-link.tsx';
import type {
  ComplianceClient,
  ComplianceDevice,
  HardwareRow,
  MachineRow,
  SoftwareDevice,
  SoftwareRow,
} from './queries.ts';

type Href = (path: string) => string;
type Placed = { client_name: string | null; site_name: string | null; group_name: string | null };

const placeOf = ({ client_name, site_name, group_name }: Placed): string =>
  [client_name ?? t('reports.unassigned'), site_name, group_name].filter((name) => name !== null).join(', ');
const shown = (text: string | null) => <VisibleText text={text ?? ''} />;
/** Exact, and not "2 h ago": paper does not count on. */
const moment = (at: string | null) => (at === null ? t('reports.never') : formatDateTime(at));

function device<Row extends Placed & { id: string; hostname: string }>(href: Href): TableColumn<Row>[] {
  return [
    {
      header: t('reports.device'),
      cell: (row) => <DeviceLink hostname={row.hostname} href={href(`/devices/${row.id}`)} />,
    },
    { header: t('reports.place'), kind: 'wrap', cell: (row) => placeOf(row) },
  ];
}

export const softwareColumns = (choose: (row: SoftwareRow) => void): TableColumn<SoftwareRow>[] => [
  {
    header: t('reports.program'),
    kind: 'wrap',
    cell: (row) => (
      <button type="button" class="link text-left" onClick={() => choose(row)}>
        <VisibleText text={row.name} />
      </button>
    ),
  },
  { header: t('reports.manufacturer'), kind: 'wrap', cell: (row) => shown(row.manufacturer) },
  { header: t('reports.devices'), kind: 'num', cell: (row) => formatNumber(row.devices) },
  { header: t('reports.versions'), kind: 'wrap', cell: (row) => <Versions row={row} /> },
];

/** More would fill the page; the list of devices and the CSV have all. */
const VERSIONS_SHOWN = 5;

function Versions(props: { row: SoftwareRow }) {
  const rest = () => props.row.version_count - Math.min(VERSIONS_SHOWN, props.row.versions.length);
  return (
    <>
      <For each={props.row.versions.slice(0, VERSIONS_SHOWN)}>
        {({ version, devices }, index) => (
          <>
            {index() > 0 ? ' · ' : ''}
            <VisibleText text={version || '–'} /> <span class="muted">({formatNumber(devices)})</span>
          </>
        )}
      </For>
      <Show when={rest() > 0}>
        <span class="muted"> {t('reports.more_versions', { count: rest() })}</span>
      </Show>
    </>
  );
}

export const holderColumns = (href: Href): TableColumn<SoftwareDevice>[] => [
  ...device<SoftwareDevice>(href),
  { header: t('reports.version'), kind: 'wrap', cell: (row) => shown(row.version) },
];

export const hardwareColumns = (href: Href): TableColumn<HardwareRow>[] => [
  ...device<HardwareRow>(href),
  {
    header: t('reports.model'),
    kind: 'wrap',
    cell: (row) => (
      <>
        {shown([row.manufacturer, row.model].filter(Boolean).join(' ') || '–')}
        {row.virtual ? <span class="muted"> {t('reports.virtual')}</span> : ''}
      </>
    ),
  },
  { header: t('reports.serial'), cell: (row) => shown(row.serial) },
  {
    header: t('reports.cpu'),
    kind: 'wrap',
    cell: (row) => (row.cpu ? shown(`${row.cpu.model} (${row.cpu.cores}/${row.cpu.threads})`) : '–'),
  },
  {
    header: t('reports.memory'),
    kind: 'num',
    cell: (row) => (row.memory_bytes === null ? '–' : formatBytes(row.memory_bytes)),
  },
  {
    header: t('reports.disks'),
    kind: 'wrap',
    cell: (row) =>
      shown(
        (row.disks ?? [])
          .map(({ model, name, size_bytes }) => `${model || name} ${formatBytes(size_bytes)}`)
          .join(', ') || '–',
      ),
  },
  {
    header: t('reports.volumes'),
    kind: 'wrap',
    cell: (row) =>
      shown(
        (row.volumes ?? [])
          .map(
            ({ mount, used_bytes, size_bytes }) => `${mount} ${formatBytes(used_bytes)} / ${formatBytes(size_bytes)}`,
          )
          .join(', ') || '–',
      ),
  },
];

export const machineColumns = (href: Href): TableColumn<MachineRow>[] => [
  {
    header: t('reports.device'),
    kind: 'wrap',
    cell: (row) => (
      <>
        <DeviceLink hostname={row.hostname} href={href(`/devices/${row.id}`)} />
        <Show when={row.description}>
          <span class="xs muted block">
            <VisibleText text={row.description} />
          </span>
        </Show>
      </>
    ),
  },
  { header: t('reports.place'), kind: 'wrap', cell: (row) => placeOf(row) },
  { header: t('reports.os'), kind: 'wrap', cell: (row) => shown(`${row.os.name} ${row.os.version}`) },
  { header: t('reports.agent'), cell: (row) => shown(row.version) },
  { header: t('reports.status'), cell: (row) => <StatusWord {...presence[row.status]()} /> },
  { header: t('reports.last_seen'), cell: (row) => moment(row.last_seen_at) },
  { header: t('reports.user'), kind: 'wrap', cell: (row) => shown(row.logged_in_user) },
  {
    header: t('reports.addresses'),
    kind: 'wrap',
    cell: (row) => shown([row.public_ip, ...row.local_ips].filter(Boolean).join(', ')),
  },
  { header: t('reports.boot'), cell: (row) => moment(row.boot_at) },
  {
    header: t('reports.reboot'),
    cell: (row) =>
      row.needs_reboot ? <StatusWord tone="warn" icon={IconError} word={t('reports.pending')} /> : t('reports.no'),
  },
];

const presence: Record<MachineRow['status'], () => StatusLook> = {
  online: () => ({ tone: 'ok', icon: 'dot', word: t('reports.online') }),
  offline: () => ({ tone: 'idle', icon: 'ring', word: t('reports.offline') }),
};

export const rules = ['agent_current', 'seen', 'no_reboot', 'no_errors', 'patched'] as const;
type Rule = (typeof rules)[number];
export const ruleLabel = (rule: Rule): Label => `reports.rule.${rule}`;

export const companyColumns = (choose: (row: ComplianceClient) => void): TableColumn<ComplianceClient>[] => [
  {
    header: t('reports.company'),
    kind: 'wrap',
    cell: (row) => (
      <Show when={row.client_id !== null} fallback={t('reports.unassigned')}>
        <button type="button" class="link text-left" onClick={() => choose(row)}>
          {row.client_name}
        </button>
      </Show>
    ),
  },
  { header: t('reports.devices'), kind: 'num', cell: (row) => formatNumber(row.devices) },
  { header: t('reports.compliant'), kind: 'num', cell: (row) => formatNumber(row.compliant) },
  { header: t('reports.score'), kind: 'num', cell: (row) => score(row.score) },
  ...rules.map((rule) => ({
    header: t(ruleLabel(rule)),
    kind: 'num' as const,
    cell: (row: ComplianceClient) => {
      const { met, known } = row.rules[rule];
      return known === 0 ? (
        <span class="muted">{t('reports.unknown')}</span>
      ) : (
        `${formatNumber(met)} / ${formatNumber(known)}`
      );
    },
  })),
];

export const complianceColumns = (href: Href): TableColumn<ComplianceDevice>[] => [
  ...device<ComplianceDevice>(href),
  { header: t('reports.score'), kind: 'num', cell: (row) => score(row.score) },
  ...rules.map((rule) => ({
    header: t(ruleLabel(rule)),
    cell: (row: ComplianceDevice) => <Kept kept={row.rules[rule]} />,
  })),
];

const score = (value: number | null) => (value === null ? '–' : formatPercent(value / 100));

function Kept(props: { kept: boolean | null }) {
  return (
    <Show when={props.kept !== null} fallback={<span class="muted">{t('reports.unknown')}</span>}>
      <Show when={props.kept} fallback={<StatusWord tone="err" icon={IconError} word={t('reports.no')} />}>
        <StatusWord tone="ok" icon={IconOk} word={t('reports.yes')} />
      </Show>
    </Show>
  );
}
