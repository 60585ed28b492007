import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { IconDelete, IconJobs, IconMove } from '../../ui/icons.ts';
import { Kbd } from '../../ui/status.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { RunScriptDialog } from '../jobs/run-script-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { KnownDevices } from './device-rows.ts';
import { type Device, targetOf } from './device-words.ts';
import { MoveDialog } from './move-dialog.tsx';

type ListFootProps = {
  total: number | undefined;
  selection: Selection;
  known: KnownDevices;
  /** After what was done here, the list shows itself as it is now. */
  onChanged: () => void;
};

/** Below the list: what can be done with the picked devices, else how many there are and the keys. */
export function ListFoot(props: ListFootProps) {
  const picked = createMemo(() => [...props.selection.ids()].flatMap((id) => props.known.get(id) ?? []));
  return (
    <Show when={props.selection.ids().size > 0} fallback={<KeysFoot total={props.total} />}>
      <BulkBar picked={picked()} selection={props.selection} onChanged={props.onChanged} />
    </Show>
  );
}

function KeysFoot(props: { total: number | undefined }) {
  return (
    <div class="vt-foot">
      <span>{props.total === undefined ? '' : t('devices.count', { count: props.total })}</span>
      <span class="keys hide-m" aria-hidden="true">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd>
        {t('devices.key_move')}
        <Kbd>x</Kbd>
        {t('devices.key_select')}
        <Kbd>↵</Kbd>
        {t('devices.key_open')}
      </span>
    </div>
  );
}

type Act = 'run' | 'move' | 'delete';

function BulkBar(props: { picked: readonly Device[]; selection: Selection; onChanged: () => void }) {
  const [act, setAct] = createSignal<Act | undefined>();
  const dialog = (mine: Act) => ({
    open: act() === mine,
    onOpenChange: (open: boolean) => setAct(open ? mine : undefined),
  });
  return (
    <div class="bulk" role="toolbar" aria-label={t('devices.selected_acts')}>
      <b class="sm">{t('devices.selected', { count: props.selection.ids().size })}</b>
      <span class="sm dim">{summary(props.picked)}</span>
      <span class="sep" />
      <Show when={can('jobs.create')}>
        <Button look="primary" icon={IconJobs} onClick={() => setAct('run')}>
          {t('devices.run_script')}
        </Button>
      </Show>
      <Show when={can('clients.manage')}>
        <Button icon={IconMove} onClick={() => setAct('move')}>
          {t('devices.move')}
        </Button>
      </Show>
      <Show when={can('devices.delete')}>
        <Button look="danger" icon={IconDelete} onClick={() => setAct('delete')}>
          {t('devices.delete')}
        </Button>
      </Show>
      <Button look="quiet" keys={<Kbd>Esc</Kbd>} onClick={props.selection.clear}>
        {t('devices.selected_clear')}
      </Button>
      <RunScriptDialog {...dialog('run')} targets={props.picked.map(targetOf)} />
      <MoveDialog {...dialog('move')} devices={props.picked} onMoved={props.onChanged} />
      <DeleteDialog
        {...dialog('delete')}
        devices={props.picked}
        onDeleted={props.selection.remove}
        onRead={props.onChanged}
      />
    </div>
  );
}

/** "3 companies, 1 offline" */
function summary(devices: readonly Device[]): string {
  const companies = new Set(devices.map(({ client_id }) => client_id)).size;
  const offline = devices.filter(({ status }) => status === 'offline').length;
  return [
    t('devices.selected_companies', { count: companies }),
    ...(offline > 0 ? [t('devices.selected_offline', { count: offline })] : []),
  ].join(', ');
}
