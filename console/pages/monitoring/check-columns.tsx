import { Show } from 'solid-js';
import { formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { StatusWord } from '../../ui/status.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { approvalLook, limitsText, typeName } from './check-words.ts';
import type { Check } from './queries.ts';
import { StateCounts } from './state-counts.tsx';

/** Columns of a list of checks; a policy's own page leaves out whose they are. */
export function checkColumns(href: (path: string) => string, { owner = true } = {}): TableColumn<Check>[] {
  return [
    {
      header: t('checks.name'),
      cell: (check) => (
        <span class="row">
          <a class="strong ellipsis max-w-80" href={href(`/monitoring/checks/${check.id}`)} title={check.name}>
            {check.name}
          </a>
          <Show when={check.approval !== null && check.approval !== 'approved' && check.approval}>
            {(state) => <StatusWord {...approvalLook(state())} />}
          </Show>
        </span>
      ),
    },
    { header: t('checks.state'), cell: (check) => <StateCounts check={check} /> },
    { header: t('checks.type'), cell: (check) => typeName(check.type) },
    ...(owner
      ? [{ header: t('checks.runs_on'), cell: (check: Check) => <CheckOwner check={check} href={href} /> }]
      : []),
    { header: t('checks.limits'), cell: (check) => <span class="dim">{limitsText(check)}</span> },
    { header: t('checks.every'), kind: 'num', cell: (check) => formatDuration(check.interval_sec) },
  ];
}

/** Its policy, or its device. */
export function CheckOwner(props: { check: Check; href: (path: string) => string }) {
  const leads = () => (props.check.policy_id === null ? can('devices.view') : can('policies.view'));
  const path = () =>
    props.check.policy_id === null
      ? `/devices/${props.check.agent_id}?tab=checks`
      : `/monitoring/policies/${props.check.policy_id}`;
  const name = () => props.check.policy_name ?? props.check.agent_hostname ?? '';
  return (
    <Show when={leads()} fallback={<VisibleText text={name()} />}>
      <a class="link" href={props.href(path())}>
        <VisibleText text={name()} />
      </a>
    </Show>
  );
}
