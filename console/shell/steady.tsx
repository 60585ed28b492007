import { children, createComputed, createSignal, type JSX, Show, Suspense } from 'solid-js';

/**
 * Waits for a page as Suspense does, but never takes away one that is there. A query that is first read inside of it counts
 * as waiting for a moment even when its data is known, and a page that is taken out for that moment loses the focus, what is
 * scrolled and the caret of whoever is typing.
 */
export function Steady(props: { first: JSX.Element; children: JSX.Element }) {
  const [shown, setShown] = createSignal<JSX.Element>();
  const Content = () => {
    const resolved = children(() => props.children);
    createComputed(() => setShown(() => resolved()));
    return <>{resolved()}</>;
  };
  return (
    <Suspense
      fallback={
        <Show when={shown()} fallback={props.first}>
          {shown()}
        </Show>
      }
    >
      <Content />
    </Suspense>
  );
}
