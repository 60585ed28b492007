import * as S from '@kobalte/core/select';
import { type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import type { FieldFrame } from './field.tsx';
import { FieldError } from './field.tsx';
import { IconCheck, IconUpDown } from './icons.ts';
import { topLayer } from './top-layer.ts';

/** One choice of a Select or Combobox. */
export type Option<V extends string = string> = { value: V; label: string; hint?: string; disabled?: boolean };

export type SelectProps<V extends string> = FieldFrame & {
  options: Option<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Says the label to assistive technology only, for a Select in a toolbar. */
  hideLabel?: boolean;
};

/** One of a few choices. With more than about fifteen, or names to type, Combobox. */
export function Select<V extends string>(props: SelectProps<V>) {
  const chosen = () => props.options.find((option) => option.value === props.value);
  return (
    <S.Root<Option<V>>
      class={`field ${props.class ?? ''}`}
      options={props.options}
      optionValue="value"
      optionTextValue="label"
      optionDisabled="disabled"
      value={chosen() ?? null}
      // Kobalte tells of options made anew (another language, an answer read again) as if one had been chosen.
      onChange={(option) => option && option.value !== props.value && props.onChange(option.value)}
      placeholder={props.placeholder ?? t('ui.choose')}
      validationState={props.error ? 'invalid' : 'valid'}
      // A press would open nothing while the options are still being read, and open nothing later either.
      disabled={props.disabled || props.options.length === 0}
      gutter={4}
      itemComponent={(item) => (
        <S.Item item={item.item} class="pop-item">
          <OptionText option={item.item.rawValue} />
          <S.ItemIndicator class="end">
            <IconCheck class="i-sm" />
          </S.ItemIndicator>
        </S.Item>
      )}
    >
      <S.Label class={props.hideLabel ? 'vh' : 'label'}>{props.label}</S.Label>
      <S.Trigger class="input select">
        <S.Value<Option<V>> class="ellipsis">{(state) => state.selectedOption()?.label}</S.Value>
        <IconUpDown class="i-sm" />
      </S.Trigger>
      <Below hint={<S.Description class="hint">{props.hint}</S.Description>} shown={!!props.hint && !props.error} />
      <S.ErrorMessage class="field-error">
        <FieldError text={props.error} />
      </S.ErrorMessage>
      <S.Portal ref={topLayer}>
        <S.Content class="pop list-pop">
          <S.Listbox />
        </S.Content>
      </S.Portal>
    </S.Root>
  );
}

function Below(props: { hint: JSX.Element; shown: boolean }) {
  return <Show when={props.shown}>{props.hint}</Show>;
}

/** The words of an option: its label, and what helps to tell it from the others. */
export function OptionText(props: { option: Option }) {
  return (
    <span class="min-w-0">
      {props.option.label}
      <Show when={props.option.hint}>
        <span class="xs muted block">{props.option.hint}</span>
      </Show>
    </span>
  );
}
