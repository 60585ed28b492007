import { createSignal } from 'solid-js';
import { t } from '../../../i18n/index.ts';
import { me } from '../../../session.ts';
import { TextField } from '../../../ui/field.tsx';
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
      {/* For password managers: whose password it is. */}
      <input class="hidden" type="text" autocomplete="username" value={me()?.user?.username ?? ''} readOnly />
      <TextField
        label={t('me.current_password')}
        value={props.proof.password()}
        onChange={props.proof.setPassword}
        error={refusalOf(props.form.error(), 'wrong_password')}
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
    </>
  );
}

/** `anyCode` also takes a recovery code, so the keyboard of a phone is not narrowed to digits. */
export function CodeField(props: { proof: Proof; form: Submit; label: string; hint?: string; anyCode?: boolean }) {
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
