import { createSignal, Show } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { IconError } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.tsx';
import { makePasskey } from '../../../webauthn.ts';
import { refusalOf } from '../../settings/refusals.ts';
import { Refused } from '../../settings/refused.tsx';
import { programName } from '../program-name.ts';
import { browserSentence } from './browser-sentence.ts';
import { isWrongProof, readAgain } from './passkeys.ts';

const FORM_ID = 'passkey-add';

/** Name, password and a code of the app here, then the browser's own dialog. */
export function AddDialog(props: { onClose: () => void }) {
  const [name, setName] = createSignal(programName(navigator.userAgent) ?? '');
  const [password, setPassword] = createSignal('');
  const [code, setCode] = createSignal('');
  const form = createSubmit(async () => {
    const { challenge_id, options } = await api('POST /api/me/passkeys/options', {
      body: { current_password: password(), code: code() },
    });
    const response = await makePasskey(options);
    const passkey = await api('POST /api/me/passkeys', { body: { challenge_id, name: name().trim(), response } });
    await readAgain();
    props.onClose();
    toast(t('passkeys.added', { name: passkey.name }));
  }, ['name']);
  const ready = () => name().trim() !== '' && password() !== '' && code().trim() !== '';
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('passkeys.add')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()} disabled={!ready()}>
            {t('passkeys.go_on')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <p>{t('passkeys.add_why')}</p>
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.name_hint')}
          value={name()}
          onChange={setName}
          error={form.issue('name')}
          input={{ required: true, maxlength: 200, autocomplete: 'off' }}
        />
        {/* For password managers: whose password it is. */}
        <input class="hidden" type="text" autocomplete="username" value={me()?.user?.username ?? ''} readOnly />
        <TextField
          label={t('passkeys.password')}
          value={password()}
          onChange={setPassword}
          error={refusalOf(form.error(), 'wrong_password')}
          input={{ type: 'password', autocomplete: 'current-password', required: true }}
        />
        <TextField
          label={t('second_factor.new_code')}
          hint={t('second_factor.new_code_hint')}
          value={code()}
          onChange={setCode}
          error={refusalOf(form.error(), 'wrong_code')}
          input={{
            autocomplete: 'one-time-code',
            inputmode: 'numeric',
            class: 'code',
            spellcheck: false,
            required: true,
          }}
        />
        <Failure error={form.error()} />
      </form>
    </Dialog>
  );
}

function Failure(props: { error: unknown }) {
  return (
    <Show
      when={browserSentence(props.error)}
      fallback={<Refused what={t('passkeys.add_failed')} error={isWrongProof(props.error) ? undefined : props.error} />}
    >
      {(why) => (
        <Note icon={IconError} look="err">
          <strong>{t('passkeys.add_failed')}</strong> {why()}
        </Note>
      )}
    </Show>
  );
}
