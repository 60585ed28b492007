import { t } from '../../i18n/index.ts';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import type { SignInModel } from './model.ts';

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
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
    </>
  );
}

/** Six digits, or a recovery code: so the keyboard of a phone is not narrowed to digits. */
export function CodeField(props: { model: SignInModel }) {
  return (
    <TextField
      label={t('sign_in.code')}
      value={props.model.code()}
      onChange={props.model.setCode}
      size="l"
      input={{ autocomplete: 'one-time-code', class: 'code', spellcheck: false, required: true, ref: focusSoon }}
    />
  );
}
