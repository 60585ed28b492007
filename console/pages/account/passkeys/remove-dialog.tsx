import { createEffect, createSignal, on } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { toast } from '../../../ui/toast.tsx';
import { Refused } from '../../settings/refused.tsx';
import { type Passkey, readAgain } from './passkeys.ts';

/** Asks before a passkey is removed; open while there is one. */
export function RemoveDialog(props: { passkey: Passkey | undefined; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [name, setName] = createSignal('');
  createEffect(
    on(
      () => props.passkey,
      (passkey) => passkey && setName(passkey.name),
    ),
  );
  const remove = createSubmit(async () => {
    const { passkey } = props;
    if (!passkey) return;
    await api('DELETE /api/me/passkeys/:id', { params: { id: passkey.id } });
    await readAgain();
    props.onClose();
    toast(t('passkeys.removed', { name: passkey.name }));
  });
  return (
    <ConfirmDialog
      open={props.passkey !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={t('passkeys.remove_title', { name: name() })}
      action={t('passkeys.remove')}
      busy={remove.busy()}
      onConfirm={remove.send}
    >
      <p>{t('passkeys.remove_why')}</p>
      <Refused what={t('passkeys.remove_failed')} error={remove.error()} />
    </ConfirmDialog>
  );
}
