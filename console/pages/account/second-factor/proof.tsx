import { createSignal } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { TextField } from '../../../ui/field.tsx';
import { focusSoon } from '../../../ui/focus.ts';
import type { Submit } from '../../../ui/form.ts';
import { refusalOf } from '../../settings/refusals.ts';
import { Refused } from '../../settings/refused.tsx';

/** What shows that the account is theirs, as it was typed. */
export function createProof() {
  const [password, setPassword] = createSignal('');
  const [code, setCode] = createSignal('');
  return { password, setPassword, code, setCode };
}
export type Proof = ReturnType<typeof createProof>;

export function PasswordField(props: { proof: Proof; form: Submit }) {
  return (
    <>
      <TextField
        label={t('second_factor.password')}
        value={props.proof.password()}
        onChange={props.proof.setPassword}
        error={refusalOf(props.form.error(), 'wrong_password')}
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
      {/* For password managers: whose password it is. Behind the field, because the dialog focuses its first one. */}
      <input class="hidden" type="text" autocomplete="username" value={me()?.user?.username ?? ''} readOnly />
    </>
  );
}

type CodeFieldProps = {
  proof: Proof;
  form: Submit;
  label: string;
  hint?: string;
  /** A recovery code will do as well, so the keyboard of a phone is not narrowed to digits. */
  anyCode?: boolean;
  /** It is what a new step asks for, and takes the focus. */
  first?: boolean;
};

export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      value={props.proof.code()}
      onChange={props.proof.setCode}
      error={refusalOf(props.form.error(), 'wrong_code')}
      input={{
        autocomplete: 'one-time-code',
        inputmode: props.anyCode ? 'text' : 'numeric',
        class: 'code',
        spellcheck: false,
        required: true,
        ref: (input) => props.first && focusSoon(input),
      }}
    />
  );
}

/** What stands in the way beyond the two fields. */
export function ProofRefused(props: { what: string; form: Submit }) {
  return (
    <Refused
      what={props.what}
      error={refusalOf(props.form.error(), 'wrong_password', 'wrong_code') ? undefined : props.form.error()}
    />
  );
}
