import { createEffect, type JSX, Show } from 'solid-js';
import { Mark } from '../ui/mark.tsx';
import { EntranceFoot } from './entrance-foot.tsx';

/** One thing to do, for somebody who need not be signed in. `done` moves the focus to the title, which then says the outcome. */
export function EntranceSheet(props: { title: string; why?: JSX.Element; done?: boolean; children: JSX.Element }) {
  let heading: HTMLHeadingElement | undefined;
  createEffect(() => {
    document.title = `${props.title} · Muster`;
  });
  createEffect(() => {
    if (props.done) heading?.focus();
  });
  return (
    <main class="entrance">
      <div class="sheet">
        <div class="sheet-b stack">
          <div class="stack gap-2">
            <span class="brandmark">
              <Mark />
            </span>
            <h1 ref={heading} tabIndex={-1} class="outline-none">
              {props.title}
            </h1>
            <Show when={props.why}>
              <p class="sm muted">{props.why}</p>
            </Show>
          </div>
          {props.children}
        </div>
      </div>
      <EntranceFoot />
    </main>
  );
}
