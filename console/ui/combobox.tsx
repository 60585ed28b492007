import * as C from '@kobalte/core/combobox';
import { createMemo, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import type { FieldFrame } from './field.tsx';
import { FieldError } from './field.tsx';
import { IconCheck, IconUpDown } from './icons.ts';
import { type Option, OptionText } from './select.tsx';
import { errorAdvice } from './states.tsx';
import { topLayer } from './top-layer.ts';

export type ComboboxProps<V extends string> = FieldFrame & {
  options: Option<V>[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Called while typing, for options that the server looks up; without it the given options are filtered here. */
  onSearch?: (text: string) => void;
  /** How that search is going: said in place of options while there are none. */
  search?: { isFetching: boolean; error: unknown };
};

/** A choice from many, found by typing. */
export function Combobox<V extends string>(props: ComboboxProps<V>) {
  // The same one while it is called the same: another one would take back what somebody is typing.
  const chosen = createMemo(() => props.options.find((option) => option.value === props.value) ?? null, null, {
    equals: (before, now) => before?.value === now?.value && before?.label === now?.label,
  });
  const whenEmpty = () => {
    if (props.search?.isFetching) return t('ui.searching');
    return props.search?.error ? errorAdvice(props.search.error) : t('ui.nothing_found');
  };
  return (
    <C.Root<Option<V>>
      class={`field ${props.class ?? ''}`}
      options={props.options}
      optionValue="value"
      optionTextValue="label"
      optionLabel="label"
      optionDisabled="disabled"
      value={chosen()}
      // Options made anew (an answer read again) are told as if one had been chosen.
      onChange={(option) => option?.value !== props.value && props.onChange(option?.value)}
      onInputChange={(text) => props.onSearch?.(text)}
      defaultFilter={props.onSearch ? () => true : 'contains'}
      placeholder={props.placeholder ?? t('ui.search_choose')}
      validationState={props.error ? 'invalid' : 'valid'}
      disabled={props.disabled}
      triggerMode="focus"
      // A list that closes when it is empty stays closed when the server's answer comes.
      allowsEmptyCollection
      gutter={4}
      itemComponent={(item) => (
        <C.Item item={item.item} class="pop-item">
          <OptionText option={item.item.rawValue} />
          <C.ItemIndicator class="end">
            <IconCheck class="i-sm" />
          </C.ItemIndicator>
        </C.Item>
      )}
    >
      <C.Label class="label">{props.label}</C.Label>
      <C.Control class="input combo">
        <C.Input />
        <C.Trigger aria-label={t('ui.show_choices')}>
          <IconUpDown class="i-sm" />
        </C.Trigger>
      </C.Control>
      <Show when={props.hint && !props.error}>
        <C.Description class="hint">{props.hint}</C.Description>
      </Show>
      <C.ErrorMessage class="field-error">
        <FieldError text={props.error} />
      </C.ErrorMessage>
      <C.Portal ref={topLayer}>
        <C.Content class="pop list-pop">
          <C.Listbox />
          <p class="pop-empty" role="status">
            {whenEmpty()}
          </p>
        </C.Content>
      </C.Portal>
    </C.Root>
  );
}
