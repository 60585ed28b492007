import { useParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { OperationView } from './operation-view.tsx';
import { useOperation } from './queries.ts';

/** /approvals/devices/:id: devices that somebody wants moved or deleted. It stays on screen when somebody else decides. */
export default function OperationPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const operation = useOperation(() => params.id);
  const loaded = () => (operation.isSuccess && operation.data.id === params.id ? operation.data : undefined);
  return (
    <Show
      when={loaded()}
      fallback={
        <Page title={t('approvals.one')} crumbs={[{ label: t('approvals.title'), href: company.href('/approvals') }]}>
          <Show when={operation.isError} fallback={<Skeleton kind="lines" rows={6} />}>
            <ErrorState
              what={t('approvals.one_failed')}
              error={operation.error}
              retry={() => void operation.refetch()}
            />
          </Show>
        </Page>
      }
    >
      {(found) => (
        <Show when={params.id} keyed>
          <OperationView operation={found()} />
        </Show>
      )}
    </Show>
  );
}
