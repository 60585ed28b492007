import { For, type JSX, Show } from 'solid-js';

export type Segment<V extends string> = { value: V; label: JSX.Element; count?: JSX.Element };

export type SegmentedProps<V extends string> = {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
};

/**
 * One of two to five views of the same thing, as a radio group: one tab stop, arrows move and choose.
 * Own code because Kobalte's draws hidden inputs and a measured indicator for what two attributes do.
 */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = props.segments.findIndex((segment) => segment.value === props.value);
    const next = (now + step + props.segments.length) % props.segments.length;
    const segment = props.segments[next];
    if (!segment) return;
    props.onChange(segment.value);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }
  return (
    <div class="seg" role="radiogroup" aria-label={props.label} onKeyDown={onKeyDown}>
      <For each={props.segments}>
        {(segment) => (
          // biome-ignore lint/a11y/useSemanticElements: a button keeps the look; role and keys are those of a radio
          <button
            type="button"
            role="radio"
            aria-checked={props.value === segment.value}
            tabIndex={props.value === segment.value ? 0 : -1}
            onClick={() => props.onChange(segment.value)}
          >
            {segment.label}
            <Show when={segment.count !== undefined}>
              <span class="n">{segment.count}</span>
            </Show>
          </button>
        )}
      </For>
    </div>
  );
}
