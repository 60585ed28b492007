import { useParams } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { IconDevice } from '../../ui/icons.ts';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { DeviceView } from './device-view.tsx';
import { useDevice } from './queries.ts';

/** One device: what it is, how it is, and what can be done with it. */
export default function DevicePage() {
  const params = useParams<{ id: string }>();
  const device = useDevice(() => params.id);
  // Another device is another page: its tabs, dialogs and searches start anew.
  const id = createMemo(() => params.id);
  return (
    <Show when={!(device.isError && isGone(device.error))} fallback={<Gone />}>
      <Show when={id()} keyed>
        <Show when={!device.isPending && device.data} fallback={<Waiting query={device} />}>
          {(loaded) => <DeviceView device={loaded()} />}
        </Show>
      </Show>
    </Show>
  );
}

function Waiting(props: { query: ReturnType<typeof useDevice> }) {
  return (
    <Page title={t('device.label')}>
      <Loaded query={props.query} failed={t('device.failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
        {() => undefined}
      </Loaded>
    </Page>
  );
}

function Gone() {
  const company = useCompany();
  return (
    <Page title={t('device.gone')}>
      <EmptyState
        icon={IconDevice}
        title={t('device.gone')}
        actions={<LinkButton href={company.href('/devices')}>{t('device.to_list')}</LinkButton>}
      >
        {t('device.gone_why')}
      </EmptyState>
    </Page>
  );
}
