import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { readAccountAgain } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { toast } from '../../../ui/toast.tsx';
import { CodeField, createProof, PasswordField, ProofRefused } from './proof.tsx';

const FORM_ID = 'second-factor-off';

/** Asks for both factors before the second one goes. */
export function TurnOffDialog(props: { onClose: () => void }) {
  const proof = createProof();
  const form = createSubmit(async () => {
    const body = { current_password: proof.password(), code: proof.code() };
    await api('POST /api/me/2fa/disable', { body });
    await readAccountAgain();
    props.onClose();
    toast(t('second_factor.turned_off'));
  });
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('second_factor.off_title')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="danger solid" busy={form.busy()}>
            {t('second_factor.off_act')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <p>{t('second_factor.off_why')}</p>
        <PasswordField proof={proof} form={form} />
        <CodeField proof={proof} form={form} label={t('second_factor.off_code')} anyCode />
        <ProofRefused what={t('second_factor.off_failed')} form={form} />
      </form>
    </Dialog>
  );
}
