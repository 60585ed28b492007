import { For, Show } from 'solid-js';
import { type Label, t } from '../../i18n/index.ts';
import { shownText } from '../../ui/code/visible.ts';
import { IconReboot } from '../../ui/icons.ts';
import { StatusWord, Tag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { type Device, deviceIcon, deviceStatus, systemName } from './device-words.ts';

type Row = () => Device;

/** Headers are getters, so that another language changes them in place. */
const column = (label: Label, rest: Omit<Column<Device>, 'header'>): Column<Device> => ({
  ...rest,
  get header() {
    return t(label);
  },
});

/** From this width on the version of the agent shows without being asked for. */
const ROOMY = '(min-width: 1600px)';

/** Columns of the device list; `hrefOf` makes the link to a device. */
export function deviceColumns(hrefOf: (id: string) => string): Column<Device>[] {
  return [
    column('devices.status', {
      id: 'status',
      min: 98,
      grow: 0,
      sort: 'status',
      cell: (row) => <StatusWord {...deviceStatus(row())} />,
    }),
    column('devices.name', {
      id: 'hostname',
      min: 180,
      grow: 3,
      sort: 'hostname',
      fixed: true,
      cell: (row) => <NameCell row={row} href={hrefOf(row().id)} />,
    }),
    ...placeColumns,
    ...machineColumns,
  ];
}

const placeColumns: readonly Column<Device>[] = [
  column('devices.company', {
    id: 'company',
    min: 136,
    grow: 2,
    sort: 'client',
    cell: (row) => <Words text={row().client_name} />,
  }),
  column('devices.site', {
    id: 'site',
    min: 144,
    grow: 2,
    sort: 'site',
    cell: (row) => (
      <>
        <Words text={row().site_name} dim />
        <span class="xs muted ell flex-1 basis-0" title={row().group_name ?? undefined}>
          {row().group_name}
        </span>
      </>
    ),
  }),
];

/** What the agent says of the machine, and when it was heard. */
const machineColumns: readonly Column<Device>[] = [
  column('devices.system', {
    id: 'system',
    min: 150,
    grow: 2,
    sort: 'os',
    cell: (row) => <Words text={systemName(row().os)} dim />,
  }),
  column('devices.user', {
    id: 'user',
    min: 84,
    cell: (row) => <Words text={row().logged_in_user} dim none={t('devices.nobody')} />,
  }),
  column('devices.address', {
    id: 'address',
    min: 120,
    optional: true,
    cell: (row) => <Words text={row().local_ips.join(', ')} dim />,
  }),
  column('devices.public_address', {
    id: 'public_address',
    min: 120,
    optional: true,
    cell: (row) => <Words text={row().public_ip} dim />,
  }),
  column('devices.tags', {
    id: 'tags',
    min: 140,
    grow: 2,
    optional: true,
    cell: (row) => <For each={row().tags}>{(tag) => <Tag>{tag}</Tag>}</For>,
  }),
  column('devices.agent', {
    id: 'version',
    min: 72,
    optional: !matchMedia(ROOMY).matches,
    grow: 0,
    sort: 'version',
    cell: (row) => <Words text={row().version} dim />,
  }),
  column('devices.enrolled', {
    id: 'enrolled',
    min: 96,
    grow: 0,
    align: 'end',
    optional: true,
    cell: (row) => <RelativeTime class="dim" at={row().enrolled_at} />,
  }),
  column('devices.last_seen', {
    id: 'last_seen',
    min: 92,
    grow: 0,
    align: 'end',
    cell: (row) => <LastSeen device={row()} />,
  }),
];

function NameCell(props: { row: Row; href: string }) {
  const device = () => props.row();
  return (
    <>
      <Show when={deviceIcon(device().os)} keyed>
        {(Shape) => <Shape class="muted" />}
      </Show>
      <a class="strong ell" href={props.href} title={shownText(device().hostname)}>
        {shownText(device().hostname)}
      </a>
      <Show when={device().needs_reboot}>
        <span class="warn" title={t('devices.needs_reboot')}>
          <IconReboot class="i-sm" />
          <span class="vh">{t('devices.needs_reboot')}</span>
        </span>
      </Show>
      {/* Gets what the name leaves over. */}
      <span class="xs muted ell flex-1 basis-0" title={shownText(device().description)}>
        {shownText(device().description)}
      </span>
    </>
  );
}

/** Text that may come from a device: nothing in it hides, and all of it shows on hover. */
function Words(props: { text: string | null; dim?: boolean; none?: string }) {
  const shown = () => shownText(props.text ?? '');
  return (
    <Show
      when={shown() !== ''}
      fallback={
        <span class="muted">
          <span aria-hidden="true">–</span>
          <span class="vh">{props.none}</span>
        </span>
      }
    >
      <span class={`ell ${props.dim ? 'dim' : ''}`} title={shown()}>
        {shown()}
      </span>
    </Show>
  );
}

/** The server notes the time of connected devices now and then only; for the reader they are there now. */
export function LastSeen(props: { device: Pick<Device, 'status' | 'last_seen_at'> }) {
  return (
    <Show when={props.device.status !== 'online'} fallback={<span class="dim">{t('devices.now')}</span>}>
      <Show when={props.device.last_seen_at} fallback={<span class="muted">{t('devices.never')}</span>}>
        {(at) => <RelativeTime class="dim" at={at()} />}
      </Show>
    </Show>
  );
}
