import { createSignal } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { toast } from '../../../ui/toast.tsx';
import { Refused } from '../../settings/refused.tsx';
import { type Passkey, readAgain } from './passkeys.ts';

const FORM_ID = 'passkey-rename';

export function RenameDialog(props: { passkey: Passkey; onClose: () => void }) {
  const { id, name: before } = props.passkey;
  const [name, setName] = createSignal(before);
  const form = createSubmit(async () => {
    const renamed = await api('PATCH /api/me/passkeys/:id', { params: { id }, body: { name: name().trim() } });
    await readAgain();
    props.onClose();
    toast(t('passkeys.renamed', { name: renamed.name }));
  }, ['name']);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('passkeys.rename_of', { name: before })}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()} disabled={name().trim() === ''}>
            {t('passkeys.rename')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <TextField
          label={t('passkeys.name')}
          value={name()}
          onChange={setName}
          error={form.issue('name')}
          input={{ required: true, maxlength: 200, autocomplete: 'off' }}
        />
        <Refused what={t('passkeys.rename_failed')} error={form.error()} />
      </form>
    </Dialog>
  );
}
