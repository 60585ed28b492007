import { For, type JSX, Show } from 'solid-js';
import type { Icon } from './icons.ts';
import type { Tone } from './status.tsx';
import { RelativeTime } from './time.tsx';

/** Name and value, one below the other. Values wrap; nothing is cut off. Empty ones are left out by the caller. */
export function Facts(props: { facts: readonly (readonly [name: string, value: JSX.Element])[] }) {
  return (
    <dl class="facts">
      <For each={props.facts}>
        {([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        )}
      </For>
    </dl>
  );
}

export type TimelineEntry = {
  icon: Icon;
  tone?: Tone;
  spin?: boolean;
  /** What happened, with the word that matters in <b>. */
  what: JSX.Element;
  sub?: JSX.Element;
  /** When; left out for what is still to come. */
  at?: string | null;
  /** Not yet. */
  todo?: boolean;
};

/** States or events in order, with when and who. */
export function Timeline(props: { entries: readonly TimelineEntry[] }) {
  return (
    <ol class="tl">
      <For each={props.entries}>
        {(entry) => (
          <li class={entry.todo ? 'todo' : ''}>
            <span class={`mark ${entry.tone ?? ''}`}>
              <entry.icon class={entry.spin ? 'spin' : ''} />
            </span>
            <div class="what">
              {entry.what}
              <Show when={entry.sub}>
                <div class="sub">{entry.sub}</div>
              </Show>
            </div>
            <Show when={entry.at}>{(at) => <RelativeTime class="when" at={at()} />}</Show>
          </li>
        )}
      </For>
    </ol>
  );
}
