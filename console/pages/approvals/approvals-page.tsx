import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconApprovals } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Loaded } from '../../ui/states.tsx';
import { useWaitingOperations } from '../device-operations/queries.ts';
import { WaitingDevices } from '../device-operations/waiting.tsx';
import { ProposalRow } from './proposal-row.tsx';
import { deviceCount } from './proposals.ts';
import { type Queue, useQueue } from './queries.ts';
import { WaitingStanding } from './standing-rows.tsx';

/** The queue of what waits for a person, newest first. */
export default function Approvals() {
  const company = useCompany();
  const queue = useQueue();
  const operations = useWaitingOperations();
  const devices = () => queue.proposals().reduce((sum, { parts }) => sum + deviceCount(parts), 0);
  const counted = () => {
    const [proposals, standing] = [queue.proposals().length, queue.standing().length];
    return [
      ...(proposals > 0
        ? [t('approvals.count', { count: proposals }), t('approvals.devices', { count: devices() })]
        : []),
      ...(operations.rows().length > 0 ? [t('operations.count', { count: operations.rows().length })] : []),
      ...(standing > 0 ? [t('approvals.standing_count', { count: standing })] : []),
    ];
  };
  const nothingElse = () => queue.standing().length === 0 && operations.rows().length === 0;
  return (
    <Page
      title={t('approvals.title')}
      actions={
        <Show when={can('jobs.view')}>
          <LinkButton href={company.href('/approvals/standing')}>{t('standing.title')}</LinkButton>
        </Show>
      }
      beside={
        <Show when={counted().length > 0}>
          <span class="muted sm">{counted().join(', ')}</span>
        </Show>
      }
    >
      <div class="stack">
        <Show when={queue.ids().length > 0 || nothingElse()}>
          <Card>
            <ProposalList queue={queue} />
          </Card>
        </Show>
        <Show when={operations.query.isError}>
          <ErrorState
            what={t('approvals.failed')}
            error={operations.query.error}
            retry={() => void operations.query.refetch()}
          />
        </Show>
        <WaitingDevices operations={operations.rows()} />
        <WaitingStanding standing={queue.standing()} />
      </div>
      <Show when={queue.query.isSuccess && queue.total() > queue.query.data.approvals.length}>
        <p class="sm muted mt-3">
          {t('approvals.newest', {
            shown: queue.query.data?.approvals.length ?? 0,
            count: queue.total(),
          })}
        </p>
      </Show>
    </Page>
  );
}

/** The rows of the queue, at most `limit` of them. */
export function ProposalList(props: { queue: Queue; limit?: number }) {
  return (
    // Whoever may not see jobs has none to load.
    <Show when={can('jobs.view')} fallback={<NothingWaits />}>
      <Loaded query={props.queue.query} failed={t('approvals.failed')}>
        {() => (
          <Show when={props.queue.ids().length > 0} fallback={<NothingWaits />}>
            <ul class="list">
              <For each={props.queue.ids().slice(0, props.limit)}>
                {(id) => <Show when={props.queue.byId(id)}>{(proposal) => <ProposalRow proposal={proposal()} />}</Show>}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
    </Show>
  );
}

function NothingWaits() {
  const company = useCompany();
  return (
    <EmptyState
      icon={IconApprovals}
      title={company.id() === undefined ? t('approvals.none') : t('approvals.none_company')}
    >
      {t('approvals.why')}
    </EmptyState>
  );
}
