import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconChevronRight } from '../icons.ts';
import { type CheckState, checkStates } from './checked.ts';
import { createTreeKeys } from './keys.ts';
import { type TreeLine, type TreeNode, treeLines } from './nodes.ts';

export type CheckTreeProps = {
  /** Names the tree. */
  label: string;
  nodes: readonly TreeNode[];
  /** Ids of the nodes that are chosen themselves. */
  chosen: ReadonlySet<string>;
  onToggle: (id: string, chosen: boolean) => void;
  /** Leaves what contains this text. */
  text?: string;
};

/**
 * A tree of which any nodes are chosen; a chosen node covers what lies in it. One tab stop, arrows move, open and close,
 * Space and Enter choose (ARIA tree pattern with aria-checked). A covered node says so and is left alone.
 */
export function CheckTree(props: CheckTreeProps) {
  const id = createUniqueId();
  const [opened, setOpened] = createSignal<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = createSignal<string | undefined>();
  const lines = createMemo(() => treeLines(props.nodes, opened(), props.text));
  const byId = createMemo(() => new Map(lines().map((line) => [line.node.id, line])));
  // Strings are equal by value: For keeps a line's element although each answer makes new nodes.
  const ids = createMemo(() => lines().map((line) => line.node.id));
  const states = createMemo(() => checkStates(props.nodes, props.chosen));
  const tabStop = () => {
    const held = cursor();
    return held !== undefined && byId().has(held) ? held : ids()[0];
  };

  // What is chosen shows when the tree is first filled.
  createEffect(
    on(
      () => props.nodes.length > 0,
      () => setOpened(new Set([...states()].flatMap(([node, state]) => (state === 'some' ? [node] : [])))),
    ),
  );
  const toggle = (node: string, open: boolean) =>
    setOpened((before) => {
      const next = new Set(before);
      if (open) next.add(node);
      else next.delete(node);
      return next;
    });
  const focus = (node: string) => {
    setCursor(node);
    document.getElementById(`${id}-${node}`)?.focus();
  };
  const choose = (line: TreeLine) => {
    setCursor(line.node.id);
    const state = states().get(line.node.id);
    if (!line.node.disabled && state !== 'covered') props.onToggle(line.node.id, state !== 'chosen');
    else if (line.open !== undefined) toggle(line.node.id, !line.open);
  };
  const onKeyDown = createTreeKeys({ lines, line: () => byId().get(tabStop() ?? ''), focus, toggle, choose });

  return (
    <div class="tree" role="tree" aria-multiselectable="true" aria-label={props.label} onKeyDown={onKeyDown}>
      <For each={ids()}>
        {(node) => (
          <Show when={byId().get(node)}>
            {(line) => (
              <CheckItem
                id={`${id}-${node}`}
                line={line()}
                state={states().get(node) ?? 'none'}
                tabStop={tabStop() === node}
                onToggle={() => toggle(node, !line().open)}
                onChoose={() => choose(line())}
              />
            )}
          </Show>
        )}
      </For>
    </div>
  );
}

const checked = { chosen: 'true', covered: 'true', some: 'mixed', none: 'false' } as const;
const box = { chosen: 'on', covered: 'on', some: 'mixed', none: '' } as const;

type CheckItemProps = {
  id: string;
  line: TreeLine;
  state: CheckState;
  tabStop: boolean;
  onToggle: () => void;
  onChoose: () => void;
};

function CheckItem(props: CheckItemProps) {
  const node = () => props.line.node;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      id={props.id}
      class="tree-line"
      role="treeitem"
      aria-level={props.line.level}
      aria-expanded={props.line.open}
      aria-checked={checked[props.state]}
      aria-disabled={node().disabled || props.state === 'covered'}
      tabIndex={props.tabStop ? 0 : -1}
      style={{ '--level': props.line.level }}
      onClick={() => props.onChoose()}
    >
      {/* For the pointer; ← and → do it on the keyboard. */}
      <span
        class="twist"
        aria-hidden="true"
        title={props.line.open === undefined ? undefined : t('tree.toggle')}
        onClick={(event) => {
          if (props.line.open === undefined) return;
          event.stopPropagation();
          props.onToggle();
        }}
      >
        <Show when={props.line.open !== undefined}>
          <IconChevronRight class="i-sm" />
        </Show>
      </span>
      <Show when={!node().disabled}>
        <span class={`cb ${box[props.state]}`} aria-hidden="true" />
      </Show>
      <Show when={node().icon} keyed>
        {(Shape) => <Shape class="i-sm" />}
      </Show>
      <span class="ellipsis grow" title={node().label}>
        {node().label}
      </span>
    </div>
  );
}
