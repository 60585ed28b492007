import { createSignal, Show } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { readAccountAgain } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { CodeField, createProof, ProofRefused } from './proof.tsx';
import { createKeeping, KeepCodes, KeepCodesFoot } from './recovery-codes.tsx';

const FORM_ID = 'recovery-codes';

/** Ten new recovery codes in place of the old ones, for a code of the app. */
export function RenewDialog(props: { onClose: () => void }) {
  const proof = createProof();
  const [codes, setCodes] = createSignal<string[]>();
  const keeping = createKeeping(() => props.onClose());
  const form = createSubmit(async () => {
    const { recovery_codes } = await api('POST /api/me/2fa/recovery-codes', { body: { code: proof.code() } });
    setCodes(recovery_codes);
    await readAccountAgain();
  });
  return (
    <Dialog
      open
      wide={codes() !== undefined}
      onOpenChange={() => (codes() ? keeping.leave() : props.onClose())}
      title={t('second_factor.renewed')}
      foot={
        <Show when={codes() === undefined} fallback={<KeepCodesFoot keeping={keeping} />}>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()}>
            {t('second_factor.renew_act')}
          </Button>
        </Show>
      }
    >
      <Show
        when={codes()}
        fallback={
          <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
            <p>{t('second_factor.renew_why')}</p>
            <CodeField
              proof={proof}
              form={form}
              label={t('second_factor.new_code')}
              hint={t('second_factor.new_code_hint')}
            />
            <ProofRefused what={t('second_factor.renew_failed')} form={form} />
          </form>
        }
      >
        {(kept) => <KeepCodes codes={kept()} keeping={keeping} />}
      </Show>
    </Dialog>
  );
}
