import { useLocation } from '@solidjs/router';
import { createEffect, For, type JSX, on, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { IconChevronRight } from '../ui/icons.ts';

export type PageProps = {
  /** The heading, and the title of the tab. */
  title: string;
  /** Before the heading: what kind of thing it is. */
  lead?: JSX.Element;
  /** Beside the heading: a badge, a count, a date. */
  beside?: JSX.Element;
  /** Below the heading: a line of facts. */
  sub?: JSX.Element;
  /** The way here, without the page itself. */
  crumbs?: readonly { label: string; href: string }[];
  actions?: JSX.Element;
  /** Fills the window: for a page whose table scrolls inside. */
  fill?: boolean;
  children: JSX.Element;
};

// The first page of a visit keeps the focus where the browser put it; later ones take it to their heading.
let visited = false;

/** The frame of a page inside the shell: title, crumbs, heading, actions, and the focus after a navigation. */
export function Page(props: PageProps) {
  const location = useLocation();
  let heading!: HTMLHeadingElement;
  createEffect(() => {
    document.title = `${props.title} · Muster`;
  });
  createEffect(
    on(
      () => location.pathname,
      () => {
        if (visited) heading.focus({ preventScroll: true });
        visited = true;
      },
    ),
  );
  return (
    <main id="main" class={`page ${props.fill ? 'fill' : ''}`} tabIndex={-1}>
      <Show when={props.crumbs}>
        {(crumbs) => (
          <nav aria-label={t('nav.crumbs')}>
            <ol class="crumbs">
              <For each={crumbs()}>
                {(crumb) => (
                  <li>
                    <a href={crumb.href}>{crumb.label}</a>
                    <IconChevronRight class="i-sm" />
                  </li>
                )}
              </For>
              <li aria-current="page">{props.title}</li>
            </ol>
          </nav>
        )}
      </Show>
      <div class="page-head">
        {props.lead}
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {props.title}
          </h1>
          {props.beside}
          {/* Read once: each reading of a prop that is an element makes another one. */}
          <Show when={props.sub}>{(sub) => <div class="basis-full">{sub()}</div>}</Show>
        </div>
        <Show when={props.actions}>{(actions) => <div class="end">{actions()}</div>}</Show>
      </div>
      {props.children}
    </main>
  );
}
