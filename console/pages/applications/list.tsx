import { useSearchParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconApplications, IconSearch } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Count } from '../../ui/status.tsx';
import { Table } from '../../ui/table/table.tsx';
import { Refused } from '../settings/refused.tsx';
import { ApproveDialog, sendApproval } from './approve.tsx';
import { approvedColumns, waitingColumns } from './columns.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { type Application, useApplicationPages } from './queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** From this many on, a field finds them. */
const FIELD_FROM = 10;

/** Those that wait, then the others; ?q= narrows, ?app= opens one. */
export function ApplicationList(props: { onConnect: () => void }) {
  const [search, setSearch] = useSearchParams<{ q?: string; app?: string }>();
  const applications = useApplicationPages(() => search.q?.trim() ?? '');
  const rows = () => (applications.isSuccess ? applications.data.pages.flatMap((page) => page.oauth_apps) : []);
  const waiting = () => rows().filter(({ status }) => status === 'pending');
  const approved = () => rows().filter(({ status }) => status === 'approved');
  const filtered = () => Boolean(search.q?.trim());
  const open = (application: Application | undefined) => setSearch({ app: application?.id ?? null });

  const [removing, setRemoving] = createSignal<Application | undefined>();
  const [asking, setAsking] = createSignal<Application | undefined>();
  const [approving, setApproving] = createSignal<Application | undefined>();
  const approve = createSubmit(async () => {
    const application = approving();
    if (application) await sendApproval(application);
  });
  const acts = {
    open,
    remove: setRemoving,
    approve: (application: Application) => {
      if (application.unknown_host) return setAsking(application);
      setApproving(application);
      approve.send();
    },
    approving: () => (approve.busy() ? approving()?.id : undefined),
  };
  return (
    <div class="stack gap-4">
      <Show when={filtered() || rows().length >= FIELD_FROM}>
        <div class="filters">
          <TextField
            label={t('apps.find')}
            class="fsearch [&>.head]:sr-only"
            icon={IconSearch}
            value={search.q ?? ''}
            onChange={(q) => setSearch({ q: q || null }, { replace: true })}
            input={{ type: 'search', placeholder: t('apps.find'), autocomplete: 'off', maxlength: 200 }}
          />
        </div>
      </Show>
      <Refused what={t('apps.approve_failed')} error={approve.error()} />
      <Show when={waiting().length > 0}>
        <Card
          title={t('apps.waiting')}
          end={
            <Count
              value={waiting().length}
              look="ask"
              label={t('nav.applications_waiting', { count: waiting().length })}
            />
          }
          foot={<p class="hint">{t('apps.waiting_why')}</p>}
        >
          <Table label={t('apps.waiting')} columns={waitingColumns(acts)} rows={waiting()} stacked />
        </Card>
      </Show>
      <Card title={t('apps.registered')}>
        <Loaded query={applications} failed={t('apps.failed')}>
          {() => (
            <Show
              when={approved().length > 0 || applications.hasNextPage}
              fallback={
                <None filtered={filtered()} onClear={() => setSearch({ q: null })} onConnect={props.onConnect} />
              }
            >
              <Table label={t('apps.registered')} columns={approvedColumns(acts)} rows={approved()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={applications.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={applications.isFetchingNextPage} onClick={() => void applications.fetchNextPage()}>
              {t('apps.more')}
            </Button>
          </div>
        </Show>
      </Card>
      <DetailsDialog
        application={rows().find(({ id }) => id === search.app)}
        acts={acts}
        onClose={() => open(undefined)}
      />
      <ApproveDialog application={asking()} onClose={() => setAsking(undefined)} />
      <RemoveDialog application={removing()} onClose={() => setRemoving(undefined)} />
    </div>
  );
}

function None(props: { filtered: boolean; onClear: () => void; onConnect: () => void }) {
  return (
    <EmptyState
      icon={IconApplications}
      title={props.filtered ? t('apps.none_found') : t('apps.none')}
      actions={
        <Show when={props.filtered} fallback={<Button onClick={() => props.onConnect()}>{t('apps.how')}</Button>}>
          <Button onClick={() => props.onClear()}>{t('apps.clear')}</Button>
        </Show>
      }
    >
      {props.filtered ? t('apps.none_found_why') : t('apps.none_why')}
    </EmptyState>
  );
}
