import { createSignal } from 'solid-js';
import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { TextField } from '../../ui/field.tsx';
import { isCommon } from '../settings/refusals.ts';
import { PasswordRules } from './password-rules.tsx';
import { judge } from './rules.ts';

export type NewPasswordFieldProps = {
  value: string;
  onChange: (password: string) => void;
  /** What the last attempt was refused with; shown as far as it is about the password. */
  failure: unknown;
  size?: 'l';
  /** Of the input, such as focusSoon. */
  ref?: (input: HTMLInputElement) => void;
};

/** A password that is being chosen, to be looked at if nobody else looks, with what it needs below. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [shown, setShown] = createSignal(false);
  const weak = () => props.failure instanceof ApiError && props.failure.code === 'weak_password';
  return (
    <>
      <TextField
        label={t('reset.password')}
        value={props.value}
        onChange={props.onChange}
        error={weak() ? complaint(props.failure, props.value) : undefined}
        {...(props.size && { size: props.size })}
        aside={
          <button type="button" class="link" onClick={() => setShown(!shown())}>
            {shown() ? t('reset.hide') : t('reset.show')}
          </button>
        }
        input={{
          type: shown() ? 'text' : 'password',
          autocomplete: 'new-password',
          spellcheck: false,
          required: true,
          ...(props.ref && { ref: props.ref }),
        }}
      />
      <PasswordRules password={props.value} />
    </>
  );
}

/** The rules are below the field, so it only says that they are not kept; what else the server found is said in full. */
function complaint(error: unknown, password: string): string | undefined {
  if (judge(password).some(({ met }) => !met)) return t('password.rules_unmet');
  return isCommon(error) ? t('refused.password_common') : undefined;
}
