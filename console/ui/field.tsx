import * as F from '@kobalte/core/text-field';
import { type ComponentProps, type JSX, Show, splitProps } from 'solid-js';
import { t } from '../i18n/index.ts';
import { type Icon, IconError } from './icons.ts';

/** What every field shows around its control. */
export type FieldFrame = {
  label: string;
  /** Help below the control, there before anything goes wrong. */
  hint?: JSX.Element;
  /** What is wrong with the value; replaces the hint, is announced, and marks the control. */
  error?: string | undefined;
  /** Says "optional" behind the label. Required is the rule and is not marked. */
  optional?: boolean;
  /** Beside the label, at the end of the line: a link such as "Forgot password?". */
  aside?: JSX.Element;
  class?: string;
};

/** Kobalte's own; the field's onChange is told. */
type Handled = 'onInput' | 'onChange';

type Value = {
  value?: string;
  onChange?: (value: string) => void;
  name?: string;
  required?: boolean;
  disabled?: boolean;
};

export type TextFieldProps = FieldFrame &
  Value & {
    icon?: Icon;
    size?: 'l';
    /** Further attributes of the input itself: type, autocomplete, inputmode, placeholder, ref, maxlength. */
    input?: Omit<ComponentProps<'input'>, Handled>;
  };

/** One line of text with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const [own, input] = [props, () => props.input ?? {}];
  return (
    <Frame {...own}>
      <Show when={own.icon} keyed fallback={<F.Input {...input()} class={inputClass(own, input().class)} />}>
        {(Shape) => (
          <div class="input-icon">
            <Shape />
            <F.Input {...input()} class={inputClass(own, input().class)} />
          </div>
        )}
      </Show>
    </Frame>
  );
}

export type TextAreaProps = FieldFrame &
  Value & { rows?: number; mono?: boolean; input?: Omit<ComponentProps<'textarea'>, Handled> };

/** Several lines of text; `mono` for scripts. */
export function TextArea(props: TextAreaProps) {
  return (
    <Frame {...props}>
      <F.TextArea {...props.input} rows={props.rows ?? 3} class={`input ${props.mono ? 'mono' : ''}`} />
    </Frame>
  );
}

function Frame(props: FieldFrame & Value & { children: JSX.Element }) {
  const [root] = splitProps(props, ['value', 'onChange', 'name', 'required', 'disabled']);
  return (
    <F.Root {...root} class={`field ${props.class ?? ''}`} validationState={props.error ? 'invalid' : 'valid'}>
      <div class="head">
        <F.Label class="label">
          {props.label}
          <Show when={props.optional}>
            {' '}
            <span class="opt-word">{t('ui.optional')}</span>
          </Show>
        </F.Label>
        <Show when={props.aside}>
          <span class="ml-auto xs">{props.aside}</span>
        </Show>
      </div>
      {props.children}
      <Show when={props.hint && !props.error}>
        <F.Description class="hint">{props.hint}</F.Description>
      </Show>
      <F.ErrorMessage class="field-error">
        <FieldError text={props.error} />
      </F.ErrorMessage>
    </F.Root>
  );
}

/** The inside of an error line: icon and word, since colour alone says nothing. */
export function FieldError(props: { text: string | undefined }) {
  return (
    <>
      <IconError class="i-sm" aria-hidden="true" />
      <span>{props.text}</span>
    </>
  );
}

function inputClass(props: { size?: 'l' }, extra: string | undefined): string {
  return ['input', props.size, extra].filter(Boolean).join(' ');
}
