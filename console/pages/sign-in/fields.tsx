import { createEffect, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { useAuthState } from './auth-state.ts';
import { offersPasskey, type SignInModel } from './model.ts';

export function PasswordFields(props: { model: SignInModel }) {
  return (
    <>
      <TextField
        label={t('sign_in.username')}
        value={props.model.username()}
        onChange={props.model.setUsername}
        size="l"
        input={{ autocomplete: 'username', autocapitalize: 'none', spellcheck: false, required: true, ref: focusSoon }}
      />
      <TextField
        label={t('sign_in.password')}
        value={props.model.password()}
        onChange={props.model.setPassword}
        size="l"
        aside={<ForgotLink />}
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
    </>
  );
}

/** Only where a link can be mailed. */
function ForgotLink() {
  const state = useAuthState();
  return (
    <Show when={state()?.password_reset}>
      <a class="link" href="/forgot-password">
        {t('forgot.link')}
      </a>
    </Show>
  );
}

/** For the first field of a step: it has the focus at once, unless a passkey comes before it, and again when what was typed did not do. */
function refocusing(model: SignInModel) {
  return (input: HTMLInputElement) => {
    if (!offersPasskey(model)) focusSoon(input);
    createEffect(() => {
      if (model.form.error() !== undefined) focusSoon(input);
    });
  };
}

/** Six digits of the app. The server reads over the space that apps show in the middle. */
export function CodeField(props: { model: SignInModel }) {
  return (
    <TextField
      label={t('sign_in.code')}
      value={props.model.code()}
      onChange={props.model.setCode}
      size="l"
      input={{
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        class: 'code',
        spellcheck: false,
        required: true,
        ref: refocusing(props.model),
      }}
    />
  );
}

/** One of the codes that were kept. */
export function RecoveryCodeField(props: { model: SignInModel }) {
  return (
    <TextField
      label={t('sign_in.recovery_code')}
      hint={t('sign_in.recovery_code_hint')}
      value={props.model.code()}
      onChange={props.model.setCode}
      size="l"
      input={{
        autocomplete: 'off',
        autocapitalize: 'characters',
        class: 'code',
        spellcheck: false,
        required: true,
        ref: refocusing(props.model),
      }}
    />
  );
}
