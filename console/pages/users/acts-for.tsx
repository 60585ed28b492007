import { For, type JSX, Show } from 'solid-js';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import type { Icon } from '../../ui/icons.ts';

type ActsForProps<One> = {
  title: string;
  /** Beside the title. */
  end?: JSX.Element;
  icon: Icon;
  rows: readonly One[];
  hrefOf: (one: One) => string;
  /** When it was last used. */
  children: (one: One) => JSX.Element;
};

/** What acts for an account: it stops with it. Absent where there is none. */
export function ActsFor<One extends { name: string }>(props: ActsForProps<One>) {
  return (
    <Show when={props.rows.length > 0}>
      <Card title={props.title} end={props.end}>
        <ul class="list sm">
          <For each={props.rows}>
            {(one) => (
              <li class="tight">
                {props.icon({ class: 'i-sm' })}
                <a class="link grow wrap-anywhere" href={props.hrefOf(one)}>
                  <VisibleText text={one.name} />
                </a>
                <span class="xs muted whitespace-nowrap">{props.children(one)}</span>
              </li>
            )}
          </For>
        </ul>
      </Card>
    </Show>
  );
}
