import * as M from '@kobalte/core/dropdown-menu';
import { useNavigate } from '@solidjs/router';
import { For, type JSX, Show } from 'solid-js';
import type { Icon } from './icons.ts';

export type MenuItem =
  | { label: string; icon?: Icon; danger?: boolean; disabled?: boolean; end?: JSX.Element; href: string }
  | { label: string; icon?: Icon; danger?: boolean; disabled?: boolean; end?: JSX.Element; run: () => void }
  | { label: string; checked: boolean; onChange: (checked: boolean) => void }
  | 'line'
  | { heading: string };

export type MenuProps = {
  items: MenuItem[];
  /** The button that opens it. */
  trigger: (props: object) => JSX.Element;
  placement?: 'bottom-start' | 'bottom-end';
};

/** A menu of acts. Items with `checked` toggle and keep it open. */
export function Menu(props: MenuProps) {
  return (
    <M.Root gutter={4} placement={props.placement ?? 'bottom-start'}>
      <M.Trigger as={props.trigger} />
      <M.Portal>
        <M.Content class="pop">
          <For each={props.items}>{(item) => <Entry item={item} />}</For>
        </M.Content>
      </M.Portal>
    </M.Root>
  );
}

function Entry(props: { item: MenuItem }) {
  const navigate = useNavigate();
  const item = props.item;
  if (item === 'line') return <M.Separator class="pop-sep" />;
  if ('heading' in item) return <div class="pop-label">{item.heading}</div>;
  if ('checked' in item) return <CheckEntry item={item} />;
  return (
    <M.Item
      class={`pop-item ${item.danger ? 'danger' : ''}`}
      disabled={item.disabled}
      onSelect={() => ('href' in item ? navigate(item.href) : item.run())}
    >
      <Show when={item.icon} keyed>
        {(Shape) => <Shape />}
      </Show>
      {item.label}
      <Show when={item.end}>
        <span class="end">{item.end}</span>
      </Show>
    </M.Item>
  );
}

function CheckEntry(props: { item: Extract<MenuItem, { checked: boolean }> }) {
  return (
    <M.CheckboxItem class="pop-item" checked={props.item.checked} onChange={props.item.onChange} closeOnSelect={false}>
      <span class={`cb ${props.item.checked ? 'on' : ''}`} aria-hidden="true" />
      {props.item.label}
    </M.CheckboxItem>
  );
}
