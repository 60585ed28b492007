import { type JSX, Show } from 'solid-js';

export type CardProps = {
  title?: JSX.Element;
  /** Small text behind the title. */
  sub?: JSX.Element;
  /** At the end of the head: a link, a switch of views, a count. */
  end?: JSX.Element;
  foot?: JSX.Element;
  /** Pads the content. Lists, tables and code go to the edge and leave it out. */
  pad?: boolean;
  class?: string;
  children: JSX.Element;
};

/** A section of a page, under its title. */
export function Card(props: CardProps) {
  return (
    <section class={`card ${props.class ?? ''}`}>
      <Show when={props.title}>
        <div class="card-head">
          <h2>{props.title}</h2>
          <Show when={props.sub}>
            <span class="xs muted">{props.sub}</span>
          </Show>
          <Show when={props.end}>
            <div class="end sm">{props.end}</div>
          </Show>
        </div>
      </Show>
      <Show when={props.pad} fallback={props.children}>
        <div class="card-body">{props.children}</div>
      </Show>
      <Show when={props.foot}>
        <div class="card-foot">{props.foot}</div>
      </Show>
    </section>
  );
}
