import { createSignal, Show } from 'solid-js';
import { ApiError } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { Refused } from '../settings/refused.tsx';

export type NameDialogProps = {
  title: string;
  /** Under the title: where it will be, or what a new name changes. */
  why?: string | undefined;
  name?: string;
  action: string;
  failed: string;
  /** What a name means that is there already. */
  taken: string;
  /** Rejects like the API; the dialog then stays open and says why. */
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
};

const FORM_ID = 'place-name';

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const [name, setName] = createSignal(props.name ?? '');
  const form = createSubmit(async () => {
    await props.onSave(name().trim());
    props.onClose();
  }, ['name']);
  const taken = () => form.error() instanceof ApiError && codeOf(form.error()) === 'name_taken';
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()} disabled={name().trim() === ''}>
            {props.action}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <Show when={props.why}>
          <p>{props.why}</p>
        </Show>
        <TextField
          label={t('organisation.name')}
          value={name()}
          onChange={setName}
          error={taken() ? props.taken : form.issue('name')}
          input={{ required: true, maxlength: 200, autocomplete: 'off' }}
        />
        <Refused what={props.failed} error={taken() ? undefined : form.error()} />
      </form>
    </Dialog>
  );
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);
