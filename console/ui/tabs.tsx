import * as T from '@kobalte/core/tabs';
import { For, type JSX, Show } from 'solid-js';

export type Tab = {
  value: string;
  label: string;
  /** A small number behind the word; `look: 'err'` when it asks for attention. */
  count?: JSX.Element;
  look?: 'err' | 'ask';
  children: () => JSX.Element;
};

/** Tabs of one page. The value belongs into the URL (`?tab=`), so that a link shows the same tab. */
export function Tabs(props: { label: string; tabs: Tab[]; value: string; onChange: (value: string) => void }) {
  return (
    <T.Root class="tabs-root" value={props.value} onChange={props.onChange}>
      <T.List class="tabs" aria-label={props.label}>
        <For each={props.tabs}>
          {(tab) => (
            <T.Trigger value={tab.value}>
              {tab.label}
              <Show when={tab.count !== undefined}>
                <span class={`count ${tab.look ?? ''}`}>{tab.count}</span>
              </Show>
            </T.Trigger>
          )}
        </For>
      </T.List>
      <For each={props.tabs}>{(tab) => <T.Content value={tab.value}>{tab.children()}</T.Content>}</For>
    </T.Root>
  );
}
