import { type Accessor, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { OutputLine, VisibleText } from '../../ui/code/code.tsx';
import { shownLines, shownText } from '../../ui/code/visible.ts';
import { StatusWord } from '../../ui/status.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import type { TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { DeviceLink } from '../jobs/device-link.tsx';
import { type Alert, quietLook, severityLook, statusLook, valueAgainst } from './alert.ts';

type ColumnOptions = {
  href: (path: string) => string;
  /** With it, rows can be picked. */
  selection?: Selection;
  rows?: Accessor<readonly Alert[]>;
  /** On the page of a device, which needs no name. */
  withoutDevice?: true;
  /** What one needs to know at a glance. */
  brief?: true;
};

export function alertColumns(options: ColumnOptions): TableColumn<Alert>[] {
  const { href, selection } = options;
  return [
    ...(selection ? [pickColumn(selection)] : []),
    { header: t('alerts.column.state'), cell: (alert) => <State alert={alert} /> },
    {
      header: t('alerts.column.what'),
      kind: 'wrap',
      cell: (alert) => (
        <>
          <a class="strong" data-alert={alert.id} href={href(`/alerts/${alert.id}`)}>
            <VisibleText text={alert.title} />
          </a>
          <span class="xs muted ellipsis block max-w-110" title={shownLines(alert.message)}>
            <OutputLine text={alert.message} />
          </span>
        </>
      ),
    },
    { header: t('alerts.column.value'), cell: (alert) => <Value alert={alert} /> },
    ...(options.withoutDevice ? [] : options.brief ? [placeColumn(href)] : placeColumns(href)),
    { header: t('alerts.column.since'), cell: (alert) => <RelativeTime class="muted" at={alert.raised_at} /> },
    ...(options.brief ? [] : [lastColumn()]),
  ];
}

const lastColumn = (): TableColumn<Alert> => ({
  header: t('alerts.column.last'),
  cell: (alert) => <RelativeTime class="muted" at={alert.last_seen_at} />,
});

const pickColumn = (selection: Selection): TableColumn<Alert> => ({
  header: t('alerts.column.pick'),
  hideHeader: true,
  cell: (alert) => (
    <Checkbox
      hideLabel
      label={t('alerts.pick', { title: shownText(alert.title), device: shownText(alert.agent_hostname) })}
      checked={selection.has(alert.id)}
      onChange={() => selection.toggle(alert.id)}
    />
  ),
});

const placeColumns = (href: (path: string) => string): TableColumn<Alert>[] => [
  {
    header: t('alerts.column.device'),
    cell: (alert) => <AlertDevice alert={alert} href={href} />,
  },
  {
    header: t('alerts.column.company'),
    cell: (alert) => <span class="dim">{alert.client_name ?? t('alerts.unassigned')}</span>,
  },
];

/** Both in one, for a narrow table. */
const placeColumn = (href: (path: string) => string): TableColumn<Alert> => ({
  header: t('alerts.column.device'),
  cell: (alert) => (
    <span class="block">
      <AlertDevice alert={alert} href={href} />
      <span class="xs muted block">{alert.client_name ?? t('alerts.unassigned')}</span>
    </span>
  ),
});

/** The device, leading to it while it is there. */
export function AlertDevice(props: { alert: Alert; href: (path: string) => string }): JSX.Element {
  return (
    <Show when={!props.alert.device_deleted} fallback={<VisibleText text={props.alert.agent_hostname} />}>
      <DeviceLink hostname={props.alert.agent_hostname} href={props.href(`/devices/${props.alert.agent_id}`)} />
    </Show>
  );
}

/** Nothing at all where there is none, so that a stacked row has no empty line. */
function Value(props: { alert: Alert }) {
  return <Show when={valueAgainst(props.alert)}>{(value) => <span class="dim">{value()}</span>}</Show>;
}

function State(props: { alert: Alert }) {
  return (
    <span class="row flex-wrap gap-x-3">
      <Show when={props.alert.status === 'open'} fallback={<StatusWord {...statusLook(props.alert)} />}>
        <StatusWord {...severityLook(props.alert.severity)} />
      </Show>
      <Show when={quietLook(props.alert)}>{(look) => <StatusWord class="xs" {...look()} />}</Show>
    </span>
  );
}
