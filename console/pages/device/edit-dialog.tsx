import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import type { Device } from '../devices/device-words.ts';
import { Refused } from '../settings/refused.tsx';
import { TagField } from './tag-field.tsx';

export type EditDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; device: Device };

const FORM_ID = 'edit-device';

/** What people write about a device: description, note, tags. */
export function EditDialog(props: EditDialogProps) {
  return (
    <Show when={props.open}>
      <OpenDialog {...props} />
    </Show>
  );
}

function OpenDialog(props: EditDialogProps) {
  // As it was when the dialog opened: what the agent reports meanwhile changes nothing that is typed here.
  const before = { ...props.device, tags: [...props.device.tags] };
  const [description, setDescription] = createSignal(before.description);
  const [note, setNote] = createSignal(before.note);
  const [tags, setTags] = createSignal<readonly string[]>(before.tags);
  const form = createSubmit(async () => {
    await save(before, { description: description().trim(), note: note(), tags: [...tags()] });
    toast(t('device.edited', { name: shownText(before.hostname) }));
    props.onOpenChange(false);
  }, ['description', 'note', 'tags']);
  return (
    <Dialog
      open
      onOpenChange={props.onOpenChange}
      title={t('device.edit_title', { name: shownText(before.hostname) })}
      foot={
        <>
          <Button onClick={() => props.onOpenChange(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <TextField
          label={t('device.edit_description')}
          hint={t('device.edit_description_hint')}
          optional
          value={description()}
          onChange={setDescription}
          error={form.issue('description')}
          input={{ maxlength: 500, autocomplete: 'off' }}
        />
        <TagField
          label={t('device.edit_tags')}
          hint={t('device.edit_tags_hint')}
          tags={tags()}
          onChange={setTags}
          error={form.issue('tags')}
        />
        <TextArea
          label={t('device.edit_note')}
          hint={t('device.edit_note_hint')}
          optional
          value={note()}
          onChange={setNote}
          error={form.issue('note')}
          rows={6}
          input={{ maxlength: 10_000 }}
        />
        <Refused what={t('device.edit_failed')} error={form.error()} />
      </form>
    </Dialog>
  );
}

type Words = Pick<Device, 'description' | 'note' | 'tags'>;

/** Sends what was changed only, so that two people who edit different things do not undo each other. */
async function save(before: Device, now: Words): Promise<void> {
  const body = {
    ...(now.description !== before.description && { description: now.description }),
    ...(now.note !== before.note && { note: now.note }),
    ...(now.tags.join('\n') !== before.tags.join('\n') && { tags: now.tags }),
  };
  if (Object.keys(body).length === 0) return;
  const device = await api('PATCH /api/devices/:id', { params: { id: before.id }, body });
  queries.setQueryData(['devices', before.id], device);
  void queries.invalidateQueries({ queryKey: ['devices'] });
}
