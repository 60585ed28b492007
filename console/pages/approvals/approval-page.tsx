import { useParams } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ApprovalView } from './approval-view.tsx';
import type { Proposal } from './proposals.ts';
import { useElsewhere, useQueue } from './queries.ts';

/** One proposal to decide on. It stays on screen when somebody else decides, and says who did. */
export default function ApprovalPage() {
  const params = useParams<{ id: string }>();
  const queue = useQueue();
  const elsewhere = useElsewhere(
    () => params.id,
    () => queue.query.isSuccess && queue.containing(params.id) === undefined,
  );
  const shown = createMemo<Proposal | undefined>((before) => {
    const same = before?.parts.some(({ id, jobId }) => id === params.id || jobId === params.id);
    const kept = same ? before : undefined;
    return queue.containing(params.id) ?? kept ?? (elsewhere.isSuccess ? elsewhere.data.proposal : undefined);
  });
  return (
    <Show when={shown()} fallback={<NotThere error={queue.query.isError ? queue.query.error : elsewhere.error} />}>
      {(proposal) => (
        <Show when={params.id} keyed>
          <ApprovalView proposal={proposal()} queue={queue} />
        </Show>
      )}
    </Show>
  );
}

function NotThere(props: { error: unknown }) {
  const company = useCompany();
  return (
    <Page title={t('approvals.one')} crumbs={[{ label: t('approvals.title'), href: company.href('/approvals') }]}>
      <Show when={props.error} fallback={<Skeleton kind="lines" rows={6} />}>
        <ErrorState what={t('approvals.one_failed')} error={props.error} />
      </Show>
    </Page>
  );
}
