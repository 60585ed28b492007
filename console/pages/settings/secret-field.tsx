import { Show } from 'solid-js';
import { TextField } from '../../ui/field.tsx';

/** A secret as a form holds it: what was typed, or that the stored one goes. Nobody gets a stored one to see. */
export type SecretDraft = { text: string; removed: boolean };

export const keptSecret: SecretDraft = { text: '', removed: false };

/** As the API takes it: left out keeps the stored one, null removes it. */
export const secretInput = ({ text, removed }: SecretDraft): string | null | undefined =>
  removed ? null : text || undefined;

export type SecretFieldProps = {
  label: string;
  value: SecretDraft;
  onChange: (value: SecretDraft) => void;
  /** One is stored. */
  stored: boolean;
  /** It has to be typed again, because it would go somewhere else. */
  needed: boolean;
  words: { kept: string; again: string; none?: string; remove: string; keep: string; goes: string };
  error: string | undefined;
  disabled?: boolean;
};

/** The field of a write-only secret: empty keeps what is stored, and it can be removed. */
export function SecretField(props: SecretFieldProps) {
  const hint = () => {
    if (props.value.removed) return props.words.goes;
    if (props.needed) return props.words.again;
    return props.stored ? props.words.kept : props.words.none;
  };
  return (
    <TextField
      label={props.label}
      optional={!props.needed}
      hint={hint()}
      aside={
        <Show when={props.stored && props.value.text === ''}>
          <button
            type="button"
            class="link"
            onClick={() => props.onChange({ text: '', removed: !props.value.removed })}
          >
            {props.value.removed ? props.words.keep : props.words.remove}
          </button>
        </Show>
      }
      value={props.value.text}
      onChange={(text) => props.onChange({ text, removed: false })}
      error={props.error}
      disabled={props.disabled ?? false}
      input={{
        type: 'password',
        autocomplete: 'new-password',
        spellcheck: false,
        maxlength: 2000,
        placeholder: props.stored && !props.needed && !props.value.removed ? '••••••••' : '',
      }}
    />
  );
}
