import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { shownText } from '../../ui/code/visible.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import type { Device } from '../devices/device-words.ts';
import { Refused } from '../settings/refused.tsx';

export type RevokeDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; device: Device };

/** Asks before a device's credential stops working. */
export function RevokeDialog(props: RevokeDialogProps) {
  return (
    <Show when={props.open}>
      <OpenDialog {...props} />
    </Show>
  );
}

function OpenDialog(props: RevokeDialogProps) {
  const { id, hostname } = props.device;
  const name = shownText(hostname);

  const form = createSubmit(async () => {
    queries.setQueryData(['devices', id], await api('POST /api/devices/:id/revoke', { params: { id } }));
    void queries.invalidateQueries({ queryKey: ['devices'] });
    toast(t('device.revoked', { name }));
    props.onOpenChange(false);
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onOpenChange}
      title={t('device.revoke_title', { name })}
      action={t('device.revoke_submit')}
      busy={form.busy()}
      onConfirm={form.send}
    >
      <p>{t('device.revoke_why')}</p>
      <p>{t('device.revoke_stays')}</p>
      <Refused what={t('device.revoke_failed')} error={form.error()} />
    </ConfirmDialog>
  );
}
