import { For } from 'solid-js';
import { formatExact } from '../../i18n/format.ts';
import type { StripPart } from './strip-parts.ts';

/** Lengths of time side by side, coloured; `label` says the same in words. What is not covered stays empty. */
export function StatusStrip(props: {
  label: string;
  parts: readonly StripPart[];
  window: { since: Date; until: Date };
  words: Readonly<Record<StripPart['look'], string>>;
}) {
  const x = (at: Date) => {
    const { since, until } = props.window;
    return (1000 * (at.getTime() - since.getTime())) / (until.getTime() - since.getTime());
  };
  return (
    <svg class="sstrip" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label={props.label}>
      <For each={props.parts}>
        {(part) => (
          <rect class={part.look} x={x(part.from)} y="0" width={Math.max(1, x(part.until) - x(part.from))} height="20">
            <title>{`${formatExact(part.from)}: ${props.words[part.look]}`}</title>
          </rect>
        )}
      </For>
    </svg>
  );
}
