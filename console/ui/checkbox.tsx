import * as C from '@kobalte/core/checkbox';
import * as S from '@kobalte/core/switch';
import { type JSX, Show } from 'solid-js';

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Neither all nor none: of a box that stands for several. */
  mixed?: boolean;
  label: JSX.Element;
  hint?: JSX.Element;
  disabled?: boolean;
  /** Says the label to assistive technology only. */
  hideLabel?: boolean;
};

/** Something that is so or not so, saved with the form around it. */
export function Checkbox(props: CheckboxProps) {
  return (
    <C.Root
      class="check"
      checked={props.checked}
      onChange={props.onChange}
      indeterminate={props.mixed}
      disabled={props.disabled}
    >
      <span class="box-row">
        <C.Input />
        <C.Control class="cb" />
      </span>
      <Words {...props} label={<C.Label>{props.label}</C.Label>} />
    </C.Root>
  );
}

/** Something that is on or off at once, without a form to save. */
export function Switch(props: Omit<CheckboxProps, 'mixed'>) {
  return (
    <S.Root class="check" checked={props.checked} onChange={props.onChange} disabled={props.disabled}>
      <span class="box-row">
        <S.Input />
        <S.Control class="sw">
          <S.Thumb />
        </S.Control>
      </span>
      <Words {...props} label={<S.Label>{props.label}</S.Label>} />
    </S.Root>
  );
}

function Words(props: { label: JSX.Element; hint?: JSX.Element; hideLabel?: boolean }) {
  return (
    <span class={props.hideLabel ? 'vh' : 'min-w-0'}>
      {props.label}
      <Show when={props.hint}>
        <span class="hint block">{props.hint}</span>
      </Show>
    </span>
  );
}
