import { createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { type Policy, readMonitoringAgain } from './queries.ts';

const FORM_ID = 'policy';

export type PolicyDialogProps = { policy?: Policy; onClose: () => void; onSaved: (policy: Policy) => void };

/** Name and description of a policy, new or not. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { policy: before } = props;
  const [name, setName] = createSignal(before?.name ?? '');
  const [description, setDescription] = createSignal(before?.description ?? '');
  const form = createSubmit(async () => {
    const body = { name: name().trim(), description: description() };
    const saved = before
      ? await api('PUT /api/policies/:id', { params: { id: before.id }, body })
      : await api('POST /api/policies', { body });
    readMonitoringAgain();
    toast(t(before ? 'policies.saved' : 'policies.created', { name: saved.name }));
    props.onClose();
    props.onSaved(saved);
  }, ['name', 'description']);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={before ? t('policies.edit_title', { name: before.name }) : t('policies.create_title')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()} disabled={name().trim() === ''}>
            {before ? t('policies.save') : t('policies.create')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <TextField
          label={t('policies.name')}
          value={name()}
          onChange={setName}
          error={form.issue('name')}
          input={{ required: true, maxlength: 200, autocomplete: 'off' }}
        />
        <TextArea
          label={t('policies.description')}
          optional
          value={description()}
          onChange={setDescription}
          error={form.issue('description')}
          input={{ maxlength: 2000 }}
        />
        <Refused what={before ? t('policies.save_failed') : t('policies.create_failed')} error={form.error()} />
      </form>
    </Dialog>
  );
}
