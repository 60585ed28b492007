import { createSignal, For, Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconWarn } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { TargetNames } from '../jobs/run-script-form.tsx';
import type { Device } from './device-words.ts';
import { BULK_LIMIT } from './move.ts';

type Failed = Output<'POST /api/devices/bulk/delete'>['failed'];

export type DeleteDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  devices: readonly Device[];
  /** At once, with those that are gone. */
  onDeleted: (ids: readonly string[]) => void;
  /** When what is on screen has been read again. */
  onRead?: () => void;
};

/** Deletes devices after naming them; above ten the count is typed. What could not be deleted stays, and is named. */
export function DeleteDialog(props: DeleteDialogProps) {
  return (
    <Show when={props.open}>
      <OpenDialog {...props} />
    </Show>
  );
}

function OpenDialog(props: DeleteDialogProps) {
  // What is deleted is decided when the dialog opens: rows behind it may go, the question stays the same.
  const devices = [...props.devices];
  const one = devices.length === 1 ? devices[0] : undefined;
  const [failed, setFailed] = createSignal<Failed>([]);
  const done = () => failed().length > 0;

  const form = createSubmit(async () => {
    const refused = await deleteDevices(devices);
    const gone = devices.filter(({ id }) => !refused.some((failure) => failure.id === id));
    setFailed(refused);
    props.onDeleted(gone.map(({ id }) => id));
    if (gone.length > 0) toast(deletedWords(gone));
    if (refused.length === 0) props.onOpenChange(false);
    await readAgain();
    props.onRead?.();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onOpenChange}
      title={
        one
          ? t('devices.delete_title_one', { name: shownText(one.hostname) })
          : t('devices.delete_title_many', { count: devices.length })
      }
      action={one ? t('devices.delete_one') : t('devices.delete_many', { count: devices.length })}
      count={devices.length}
      busy={form.busy()}
      disabled={done() || devices.length > BULK_LIMIT}
      onConfirm={form.send}
    >
      <Show when={!one}>
        <TargetNames label={t('devices.title')} names={devices.map(({ hostname }) => hostname)} />
      </Show>
      <p>{one ? t('devices.delete_why_one') : t('devices.delete_why_many')}</p>
      <p>{one ? t('devices.delete_agent_one') : t('devices.delete_agent_many')}</p>
      <Show when={devices.length > BULK_LIMIT}>
        <Note icon={IconWarn} look="warn">
          {t('devices.bulk_limit', { count: BULK_LIMIT })}
        </Note>
      </Show>
      <Show when={done()}>
        <Failures failed={failed()} devices={devices} />
      </Show>
      <Show when={form.error() !== undefined}>
        <ErrorState what={t('devices.delete_failed')} error={form.error()} />
      </Show>
    </ConfirmDialog>
  );
}

function Failures(props: { failed: Failed; devices: readonly Device[] }) {
  const name = (id: string) => props.devices.find((device) => device.id === id)?.hostname ?? id;
  return (
    <Note icon={IconWarn} look="err">
      {t('devices.delete_some_failed', { count: props.failed.length })}
      <ul>
        <For each={props.failed}>
          {({ id, error }) => (
            <li>
              <b>
                <VisibleText text={name(id)} />
              </b>
              : {error}
            </li>
          )}
        </For>
      </ul>
    </Note>
  );
}

/** @returns those that were not deleted, with the reason of each; rejects like the API when nothing was. */
async function deleteDevices(devices: readonly Device[]): Promise<Failed> {
  const [first] = devices;
  if (devices.length === 1 && first) {
    await api('DELETE /api/devices/:id', { params: { id: first.id } });
    return [];
  }
  const agent_ids = devices.map(({ id }) => id);
  const { failed } = await api('POST /api/devices/bulk/delete', {
    body: { agent_ids, confirm_count: agent_ids.length },
  });
  return failed;
}

async function readAgain(): Promise<void> {
  const nouns = ['devices', 'device_counts', 'clients', 'sites', 'groups', 'dashboard', 'jobs'];
  await Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}

function deletedWords(gone: readonly Device[]): string {
  const [first] = gone;
  return gone.length === 1 && first
    ? t('devices.deleted_one', { name: shownText(first.hostname) })
    : t('devices.deleted_many', { count: gone.length });
}
