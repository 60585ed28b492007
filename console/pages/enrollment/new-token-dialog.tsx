import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MadeTokenView } from './made-token-view.tsx';
import type { EnrollToken } from './token.ts';
import { createTokenDraft } from './token-draft.ts';
import { TokenForm } from './token-form.tsx';

export type NewTokenDialogProps = {
  /** Where devices go, as the address names it; anything that is no such place is left alone. */
  placeId: string | undefined;
  /** The token as the list has it now. */
  current: (id: string) => EnrollToken | undefined;
  onMade: () => void;
  onClose: () => void;
};

const FORM_ID = 'new-token';

/** Makes a token and shows its install command, this once. */
export function NewTokenDialog(props: NewTokenDialogProps) {
  const draft = createTokenDraft(() => props.placeId, props.onMade);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      wide={draft.made() !== undefined}
      title={draft.made() ? t('enrollment.made_title') : t('enrollment.new')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{draft.made() ? t('ui.close') : t('ui.cancel')}</Button>
          <Show when={!draft.made()}>
            <Button type="submit" form={FORM_ID} look="primary" busy={draft.form.busy()} disabled={!draft.ready()}>
              {t('enrollment.create')}
            </Button>
          </Show>
        </>
      }
    >
      <Show
        when={draft.made()}
        fallback={<TokenForm id={FORM_ID} draft={draft} mayNowhere={me()?.unscoped === true} />}
      >
        {(token) => <MadeTokenView made={token()} current={props.current(token().id)} />}
      </Show>
    </Dialog>
  );
}
