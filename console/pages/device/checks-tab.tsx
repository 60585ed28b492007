import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OutputLine, VisibleText } from '../../ui/code/code.tsx';
import { shownLines } from '../../ui/code/visible.ts';
import { IconActivity, IconAdd } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { historyPath, LastResult } from '../monitoring/check-instances.tsx';
import { approvalLook, limitsText, measureOf, stateLook, typeName, valueText } from '../monitoring/check-words.ts';
import { type DeviceCheck, useDeviceChecks } from '../monitoring/queries.ts';

/** What is checked on the device and why: its own checks, then those of policies, of each what is wrong first. */
export function ChecksTab(props: { deviceId: string }) {
  const company = useCompany();
  const checks = useDeviceChecks(() => props.deviceId);
  const create = () => (
    <Show when={can('checks.manage')}>
      <LinkButton size="s" icon={IconAdd} href={company.href(`/monitoring/checks/new?device=${props.deviceId}`)}>
        {t('device.check_new')}
      </LinkButton>
    </Show>
  );
  return (
    <Card title={t('device.tab_checks')} end={create()}>
      <Loaded query={checks} failed={t('device.checks_failed')}>
        {(data) => (
          <Show
            when={data().checks.length > 0}
            fallback={
              <EmptyState icon={IconActivity} title={t('device.checks_none')}>
                {t('device.checks_none_why')}
              </EmptyState>
            }
          >
            <Table
              label={t('device.tab_checks')}
              columns={columns(props.deviceId, company.href)}
              rows={worstFirst(data().checks)}
              stacked
            />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}

const urgency = ['error', 'warning', 'unknown', 'ok'] as const satisfies DeviceCheck['status'][];

/** What stands alike stays in the server's order: by policy, then by name. */
const worstFirst = (checks: readonly DeviceCheck[]): DeviceCheck[] =>
  checks.toSorted(
    (one, other) =>
      Number(one.policy_id !== null) - Number(other.policy_id !== null) ||
      urgency.indexOf(one.status) - urgency.indexOf(other.status),
  );

function columns(deviceId: string, href: (path: string) => string): TableColumn<DeviceCheck>[] {
  return [
    {
      header: t('checks.name'),
      cell: (check) => (
        <>
          <a class="strong ellipsis block max-w-80" href={href(`/monitoring/checks/${check.id}`)} title={check.name}>
            {check.name}
          </a>
          <span class="xs muted block">{measureOf(check.type) ? limitsText(check) : typeName(check.type)}</span>
        </>
      ),
    },
    {
      header: t('checks.state'),
      cell: (check) => (
        <span class="row flex-wrap gap-y-0">
          <StatusWord {...stateLook(check.status)} />
          <Show when={check.approval !== null && check.approval !== 'approved' && check.approval}>
            {(state) => <StatusWord {...approvalLook(state())} />}
          </Show>
        </span>
      ),
    },
    {
      header: t('checks.value'),
      kind: 'num',
      cell: (check) => (check.value === null ? <span class="muted">–</span> : valueText(check.type, check.value)),
    },
    {
      header: t('checks.output'),
      cell: (check) => (
        <span class="ellipsis dim block max-w-80" title={shownLines(check.output ?? '') || undefined}>
          <OutputLine text={check.output ?? ''} />
        </span>
      ),
    },
    { header: t('checks.last_result'), cell: (check) => <LastResult at={check.last_result_at} /> },
    { header: t('device.check_why'), kind: 'wrap', cell: (check) => <Why check={check} href={href} /> },
    {
      header: t('checks.history'),
      hideHeader: true,
      kind: 'num',
      cell: (check) => (
        <a class="link" href={href(historyPath(check.id, deviceId))}>
          {t('checks.history')}
        </a>
      ),
    },
  ];
}

/** Its own, or the policy and the places that bring it here. */
function Why(props: { check: DeviceCheck; href: (path: string) => string }) {
  const places = () => (props.check.via ?? []).map(({ name }) => name).join(', ');
  return (
    <Show when={props.check.policy_id} fallback={<span class="dim">{t('device.check_own')}</span>}>
      {(id) => (
        <>
          <Show when={can('policies.view')} fallback={props.check.policy_name}>
            <a class="link" href={props.href(`/monitoring/policies/${id()}`)}>
              {props.check.policy_name}
            </a>
          </Show>
          <span class="xs muted block">
            <VisibleText text={places()} />
          </span>
        </>
      )}
    </Show>
  );
}
