import { For, type JSX, Show } from 'solid-js';
import { formatNumber, formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { IconFailed, IconWaiting } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { now } from '../../ui/time.tsx';
import { deviceCount } from '../approvals/proposals.ts';
import type { Queue } from '../approvals/queries.ts';
import type { OperationRow } from '../device-operations/queries.ts';
import { isAi } from '../jobs/actor.tsx';
import type { Dashboard } from './overview.tsx';

type Cell = { href: string; head: JSX.Element; number: number; unit: string; sub: string };

/** As many columns as there are cells; Tailwind finds class names only where they stand whole. */
const columns: Readonly<Record<number, string>> = { 1: 'md:grid-cols-1', 2: 'md:grid-cols-2', 3: 'md:grid-cols-3' };

/** The three numbers that tell whether everything is all right; each leads to what it counts. */
export function FleetStrip(props: { dashboard: Dashboard; queue: Queue; operations: readonly OperationRow[] }) {
  const cells = () =>
    [online(props.dashboard), failed(props.dashboard), waiting(props.queue, props.operations)].filter((cell) => !!cell);
  return (
    <Show when={cells().length > 0}>
      <nav class={`strip ${columns[cells().length]}`} aria-label={t('overview.fleet')}>
        <For each={cells()}>
          {(cell) => (
            <a href={cell.href}>
              {cell.head}
              <div class="n">
                {formatNumber(cell.number)} <small>{cell.unit}</small>
              </div>
              <div class="xs muted">{cell.sub}</div>
            </a>
          )}
        </For>
      </nav>
    </Show>
  );
}

/** Of the company chosen in the top bar, where one is. */
function online({ devices, companies }: Dashboard): Cell | undefined {
  const company = useCompany();
  const chosen = company.id();
  const counts = chosen === undefined ? devices : companies?.find(({ client_id }) => client_id === chosen);
  if (!devices) return undefined;
  const { total, online: up } = counts ?? { total: 0, online: 0 };
  return {
    href: company.href('/devices'),
    head: <StatusWord tone="ok" icon="dot" word={t('overview.online')} />,
    number: up,
    unit: t('overview.of_devices', { count: total }),
    sub: total === up ? t('overview.none_offline') : t('overview.offline', { count: total - up }),
  };
}

/** Over all companies: the server does not count failures by company. */
function failed({ jobs }: Dashboard): Cell | undefined {
  const company = useCompany();
  if (!jobs) return undefined;
  const most = Math.max(0, ...jobs.failed_by_hour);
  const sub = most === 0 ? t('overview.failed_none') : t('overview.failed_most', { count: most });
  return {
    href: '/jobs?status=failed',
    head: <StatusWord tone={jobs.failed > 0 ? 'err' : 'idle'} icon={IconFailed} word={t('overview.failed_jobs')} />,
    number: jobs.failed,
    unit: t('overview.in_hours', { count: jobs.failed_window }),
    sub: company.id() === undefined ? sub : `${sub}, ${t('overview.all_companies')}`,
  };
}

function waiting(queue: Queue, operations: readonly OperationRow[]): Cell | undefined {
  const company = useCompany();
  if (!can('jobs.view') && operations.length === 0) return undefined;
  const proposals = queue.proposals();
  const ai = [...proposals, ...operations].filter(({ proposed_by, source }) =>
    isAi({ actor: proposed_by, source }),
  ).length;
  const standing = queue.standing().length;
  const oldest = proposals.at(-1);
  const devices = t('approvals.devices', { count: proposals.reduce((sum, { parts }) => sum + deviceCount(parts), 0) });
  const parts = [
    ...(oldest ? [t('overview.waiting_sub', { devices, age: formatRelative(oldest.created_at, now()) })] : []),
    ...(ai > 0 ? [t('overview.ai', { count: ai })] : []),
    ...(operations.length > 0 ? [t('operations.count', { count: operations.length })] : []),
    ...(standing > 0 ? [t('approvals.standing_count', { count: standing })] : []),
  ];
  const count = proposals.length + operations.length + standing;
  return {
    href: company.href('/approvals'),
    head: <StatusWord tone={parts.length > 0 ? 'ask' : 'idle'} icon={IconWaiting} word={t('overview.waiting')} />,
    number: count,
    unit: t('overview.proposals', { count }),
    sub: parts.length > 0 ? parts.join(', ') : t('overview.waiting_none'),
  };
}
