import { createUniqueId, For, type JSX, Show } from 'solid-js';

export type Choice<V extends string> = {
  value: V;
  label: string;
  /** What choosing it means. */
  hint?: JSX.Element;
  disabled?: boolean;
};

export type ChoicesProps<V extends string> = {
  label: string;
  choices: readonly Choice<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
};

/** One of a few ways, each with what it means in a sentence: radio buttons, saved with the form around them. */
export function Choices<V extends string>(props: ChoicesProps<V>) {
  const name = createUniqueId();
  return (
    <fieldset class="choices">
      <legend class="vh">{props.label}</legend>
      <For each={props.choices}>
        {(choice) => (
          <label class="choice">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={props.value === choice.value}
              disabled={choice.disabled}
              onChange={() => props.onChange(choice.value)}
            />
            <span class="min-w-0">
              {choice.label}
              <Show when={choice.hint}>
                <span class="hint block">{choice.hint}</span>
              </Show>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}
