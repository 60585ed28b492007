import { useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconAdd, IconBellOff } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActorName } from '../jobs/actor.tsx';
import { alertsChanged } from './changed.ts';
import type { AlertWindow } from './window-draft.ts';
import { WindowDialog } from './window-form.tsx';
import { windowKind, windowPlace, windowState, windowTimes } from './window-words.ts';

const SHOWN = 1000;

/** Windows in which nobody is told: those that are active and those to come. `?device=<id>` offers a device for a new one. */
export default function AlertWindows() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ new?: string; device?: string }>();
  const [ending, setEnding] = createSignal<AlertWindow>();
  const windows = useQuery(() => ({
    queryKey: ['alert_suppressions'],
    queryFn: ({ signal }) => api('GET /api/alert-suppressions', { query: { limit: SHOWN }, signal }),
    // Recurring windows come and go by the clock alone.
    refetchInterval: 60_000,
  }));
  const making = () => can('alerts.manage') && search.new !== undefined;
  return (
    <Page
      title={t('alerts.windows')}
      crumbs={[{ label: t('alerts.title'), href: company.href('/alerts') }]}
      actions={
        <Show when={can('alerts.manage')}>
          <Button look="primary" icon={IconAdd} onClick={() => setSearch({ new: '1' })}>
            {t('alerts.window_new')}
          </Button>
        </Show>
      }
    >
      <Card>
        <Loaded query={windows} failed={t('alerts.windows_failed')}>
          {(data) => (
            <Show
              when={data().alert_suppressions.length > 0}
              fallback={
                <EmptyState icon={IconBellOff} title={t('alerts.windows_none')}>
                  {t('alerts.windows_why')}
                </EmptyState>
              }
            >
              <Table
                label={t('alerts.windows')}
                columns={columns(setEnding)}
                rows={data().alert_suppressions}
                stacked
              />
            </Show>
          )}
        </Loaded>
      </Card>
      <Show when={making()}>
        <NewWindow device={one(search.device)} onClose={() => setSearch({ new: null, device: null })} />
      </Show>
      <Show when={ending()}>{(window) => <EndDialog window={window()} onClose={() => setEnding(undefined)} />}</Show>
    </Page>
  );
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The form; for a device once that is known. */
function NewWindow(props: { device: string | undefined; onClose: () => void }) {
  const device = useQuery(() => ({
    queryKey: ['devices', props.device],
    queryFn: ({ signal }) => api('GET /api/devices/:id', { params: { id: props.device ?? '' }, signal }),
    enabled: props.device !== undefined && can('devices.view'),
  }));
  const target = () => {
    if (!device.isSuccess) return undefined;
    return { kind: 'agent' as const, id: device.data.id, name: device.data.hostname };
  };
  return (
    <Show when={props.device === undefined || !can('devices.view') || device.isSuccess || device.isError}>
      <WindowDialog device={target()} onClose={props.onClose} />
    </Show>
  );
}

function EndDialog(props: { window: AlertWindow; onClose: () => void }) {
  const form = createSubmit(async () => {
    await api('DELETE /api/alert-suppressions/:id', { params: { id: props.window.id } });
    toast(t('alerts.window_ended'));
    alertsChanged();
    props.onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('alerts.window_end_title')}
      action={t('alerts.window_end')}
      back={t('alerts.window_keep')}
      busy={form.busy()}
      onConfirm={form.send}
    >
      <p>
        <VisibleText text={windowPlace(props.window)} />
      </p>
      <p>{t('alerts.window_end_why')}</p>
      <Show when={form.error() !== undefined}>
        <ErrorState what={t('alerts.window_end_failed')} error={form.error()} />
      </Show>
    </ConfirmDialog>
  );
}

function columns(onEnd: (window: AlertWindow) => void): TableColumn<AlertWindow>[] {
  return [
    { header: t('alerts.window_kind'), cell: (window) => <StatusWord {...windowKind(window)} /> },
    { header: t('alerts.column.state'), cell: (window) => <StatusWord {...windowState(window)} /> },
    { header: t('alerts.window_for'), kind: 'wrap', cell: (window) => <VisibleText text={windowPlace(window)} /> },
    { header: t('alerts.window_when'), kind: 'wrap', cell: (window) => windowTimes(window) },
    { header: t('alerts.window_next'), cell: (window) => <span class="dim">{nextWords(window)}</span> },
    { header: t('alerts.window_reason'), kind: 'wrap', cell: (window) => <VisibleText text={window.reason} /> },
    { header: t('alerts.window_author'), cell: (window) => <ActorName plain actor={window.author} /> },
    {
      header: t('alerts.window_end'),
      hideHeader: true,
      cell: (window) => (
        <Show when={can('alerts.manage') && window.manageable}>
          <Button size="s" onClick={() => onEnd(window)}>
            {t('alerts.window_end')}
          </Button>
        </Show>
      ),
    },
  ];
}

function nextWords({ active_now, next_from, next_until }: AlertWindow): string {
  if (active_now && next_until) return t('alerts.event.until', { time: formatDateTime(next_until) });
  return next_from ? formatDateTime(next_from) : '';
}
