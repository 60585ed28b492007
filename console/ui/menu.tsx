import * as M from '@kobalte/core/dropdown-menu';
import { useNavigate } from '@solidjs/router';
import { For, type JSX, Match, Show, Switch } from 'solid-js';
import type { Icon } from './icons.ts';

type Act = { label: string; icon?: Icon; danger?: boolean; disabled?: boolean; end?: JSX.Element };
type Link = Act & { href: string };
type Run = Act & { run: () => void };
type Toggle = { label: string; checked: boolean; onChange: (checked: boolean) => void };
type Group = { heading: string; items: readonly MenuItem[] };

/** A link, an act, something that is on or off, a line between, or several of them under a heading. */
export type MenuItem = Link | Run | Toggle | Group | 'line';

export type MenuProps = {
  items: readonly MenuItem[];
  /** The button that opens it: `(trigger) => <Button {...trigger}>…</Button>`. */
  trigger: (props: object) => JSX.Element;
  placement?: 'bottom-start' | 'bottom-end';
  /** Open from the first moment: for a menu that is made when it is asked for, in a list with a thousand of them. */
  defaultOpen?: boolean;
};

/** A menu of acts. Items that toggle keep it open. */
export function Menu(props: MenuProps) {
  return (
    <M.Root
      gutter={4}
      modal={false}
      placement={props.placement ?? 'bottom-start'}
      defaultOpen={props.defaultOpen ?? false}
    >
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
  const is = <T extends MenuItem>(test: (item: MenuItem) => item is T) => (test(props.item) ? props.item : undefined);
  return (
    <Switch fallback={<M.Separator class="pop-sep" />}>
      <Match when={is((item): item is Group => typeof item === 'object' && 'heading' in item)}>
        {(group) => (
          <M.Group>
            <M.GroupLabel class="pop-label">{group().heading}</M.GroupLabel>
            <For each={group().items}>{(item) => <Entry item={item} />}</For>
          </M.Group>
        )}
      </Match>
      <Match when={is((item): item is Toggle => typeof item === 'object' && 'checked' in item)}>
        {(toggle) => (
          <M.CheckboxItem
            class="pop-item"
            checked={toggle().checked}
            onChange={(checked) => toggle().onChange(checked)}
            closeOnSelect={false}
          >
            <span class={`cb ${toggle().checked ? 'on' : ''}`} aria-hidden="true" />
            {toggle().label}
          </M.CheckboxItem>
        )}
      </Match>
      <Match when={is((item): item is Link | Run => typeof item === 'object' && ('href' in item || 'run' in item))}>
        {(act) => <ActEntry act={act()} />}
      </Match>
    </Switch>
  );
}

function ActEntry(props: { act: Link | Run }) {
  const navigate = useNavigate();
  return (
    <M.Item
      class={`pop-item ${props.act.danger ? 'danger' : ''}`}
      disabled={props.act.disabled}
      onSelect={() => ('href' in props.act ? navigate(props.act.href) : props.act.run())}
    >
      <Show when={props.act.icon} keyed>
        {(Shape) => <Shape />}
      </Show>
      {props.act.label}
      <Show when={props.act.end}>
        <span class="end">{props.act.end}</span>
      </Show>
    </M.Item>
  );
}
