import { useParams } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { RangeChooser, useRange } from '../../ui/chart/range.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { IconActivity } from '../../ui/icons.ts';
import { EmptyState, Loaded, type LoadedProps, Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { useDevice } from '../device/queries.ts';
import { stateLook } from '../monitoring/check-words.ts';
import { DefinitionCard, StateCard } from './facts-cards.tsx';
import { useCheck, useInstance, useSeries } from './queries.ts';
import { ResultsCard } from './results-card.tsx';
import { StatusCard, ValueCard } from './value-card.tsx';

/** One check on one device: its values and states over time, what it said last, and what it is. */
export default function HistoryPage() {
  const params = useParams<{ id: string; device: string }>();
  // Another check or device is another page: its range stays, its rows do not.
  const key = createMemo(() => `${params.id} ${params.device}`);
  return (
    <Show when={key()} keyed>
      <History id={params.id} device={params.device} />
    </Show>
  );
}

function History(props: { id: string; device: string }) {
  const company = useCompany();
  const place = () => props;
  const { range, hours, choose, window } = useRange();
  const check = useCheck(place);
  const device = useDevice(() => props.device);
  const instance = useInstance(place);
  const series = useSeries(place, window, hours);
  const isMissing = () => (check.isError && isGone(check.error)) || (device.isError && isGone(device.error));
  const loaded = () =>
    check.isSuccess && device.isSuccess ? { check: check.data, hostname: shownText(device.data.hostname) } : undefined;
  const state = () => (instance.isSuccess ? instance.data : undefined);
  return (
    <Show when={!isMissing()} fallback={<Gone />}>
      <Show
        when={loaded()}
        fallback={
          <Page title={t('checks.history')}>
            <Show when={check.isError} fallback={<Waiting query={device} />}>
              <Waiting query={check} />
            </Show>
          </Page>
        }
      >
        {(found) => (
          <Page
            title={t('history.title', { check: shownText(found().check.name), device: found().hostname })}
            crumbs={[
              { label: t('monitoring.checks'), href: company.href('/monitoring/checks') },
              { label: shownText(found().check.name), href: company.href(`/monitoring/checks/${props.id}`) },
            ]}
            beside={<Show when={state()}>{(known) => <Badge {...stateLook(known().status)} />}</Show>}
            actions={<RangeChooser range={range()} onChange={choose} />}
          >
            <div class="cols">
              <div class="stack">
                <ValueCard check={found().check} hostname={found().hostname} series={series} window={window()} />
                <StatusCard check={found().check} series={series} window={window()} />
                <ResultsCard check={found().check} place={place()} />
              </div>
              <div class="stack">
                <StateCard check={found().check} instance={state()} device={props.device} hostname={found().hostname} />
                <DefinitionCard check={found().check} />
              </div>
            </div>
          </Page>
        )}
      </Show>
    </Show>
  );
}

function Waiting<D>(props: { query: LoadedProps<D>['query'] }) {
  return (
    <Loaded query={props.query} failed={t('history.failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
      {() => undefined}
    </Loaded>
  );
}

function Gone() {
  const company = useCompany();
  return (
    <Page title={t('history.gone')}>
      <EmptyState
        icon={IconActivity}
        title={t('history.gone')}
        actions={<LinkButton href={company.href('/monitoring/checks')}>{t('checks.to_list')}</LinkButton>}
      >
        {t('history.gone_why')}
      </EmptyState>
    </Page>
  );
}
