import { createSignal, Match, Show, Switch } from 'solid-js';
import { api, type Output } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { me, readAccountAgain } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { createSubmit, type Submit } from '../../../ui/form.ts';
import { CodeField, createProof, PasswordField, type Proof, ProofRefused } from './proof.tsx';
import { createKeeping, KeepCodes, KeepCodesFoot } from './recovery-codes.tsx';
import { Staged } from './staged.tsx';

type StagedSecret = Output<'POST /api/me/2fa/setup'>;

const FORM_ID = 'second-factor-setup';

/** Sets up an authenticator app, or another one in its place: proof, QR code and a first code, recovery codes. */
export function SetupDialog(props: { onClose: () => void }) {
  const replaces = me()?.user?.totp_enabled === true;
  const proof = createProof();
  const [staged, setStaged] = createSignal<StagedSecret>();
  const [codes, setCodes] = createSignal<string[]>();
  const keeping = createKeeping(() => props.onClose());
  const begin = createSubmit(async () => {
    const given = replaces ? { code: proof.code() } : {};
    setStaged(await api('POST /api/me/2fa/setup', { body: { current_password: proof.password(), ...given } }));
    proof.setCode('');
  });
  const confirm = createSubmit(async () => {
    const { recovery_codes } = await api('POST /api/me/2fa/enable', { body: { code: proof.code() } });
    setCodes(recovery_codes);
    await readAccountAgain();
  });
  const on = () => (replaces ? t('second_factor.replaced') : t('second_factor.turned_on'));
  const title = () => (codes() ? on() : replaces ? t('second_factor.replace') : t('second_factor.set_up'));
  const main = () => (replaces ? t('second_factor.confirm_replace') : t('second_factor.confirm'));
  return (
    <Dialog
      open
      wide={codes() !== undefined}
      onOpenChange={() => (codes() ? keeping.leave() : props.onClose())}
      title={title()}
      foot={
        <Show when={codes() === undefined} fallback={<KeepCodesFoot keeping={keeping} />}>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={begin.busy() || confirm.busy()}>
            {staged() ? main() : t('second_factor.next')}
          </Button>
        </Show>
      }
    >
      <Switch fallback={<ProofForm proof={proof} form={begin} replaces={replaces} />}>
        <Match when={codes()}>{(kept) => <KeepCodes codes={kept()} keeping={keeping} sessions />}</Match>
        <Match when={staged()}>
          {(secret) => (
            <form id={FORM_ID} class="stack" onSubmit={confirm.onSubmit}>
              <Staged staged={secret()} replaces={replaces} />
              <FirstCode proof={proof} form={confirm} />
            </form>
          )}
        </Match>
      </Switch>
    </Dialog>
  );
}

function ProofForm(props: { proof: Proof; form: Submit; replaces: boolean }) {
  return (
    <form id={FORM_ID} class="stack" onSubmit={props.form.onSubmit}>
      <p>{props.replaces ? t('second_factor.prove_app') : t('second_factor.prove')}</p>
      <PasswordField proof={props.proof} form={props.form} />
      <Show when={props.replaces}>
        <CodeField proof={props.proof} form={props.form} label={t('second_factor.code_now')} />
      </Show>
      <ProofRefused what={t('second_factor.setup_failed')} form={props.form} />
    </form>
  );
}

function FirstCode(props: { proof: Proof; form: Submit }) {
  return (
    <>
      <CodeField
        proof={props.proof}
        form={props.form}
        label={t('second_factor.new_code')}
        hint={t('second_factor.new_code_hint')}
        first
      />
      <ProofRefused what={t('second_factor.setup_failed')} form={props.form} />
    </>
  );
}
