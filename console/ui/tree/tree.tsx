import { createEffect, createMemo, createSignal, createUniqueId, For, type JSX, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconChevronRight } from '../icons.ts';
import { createTreeKeys } from './keys.ts';
import { ancestorsOf, type TreeLine, type TreeNode, treeLines, withBelow } from './nodes.ts';

export type { TreeNode } from './nodes.ts';

export type TreeProps = {
  /** Names the tree: "Organisation". */
  label: string;
  nodes: readonly TreeNode[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** At the end of a line: a count. */
  end?: (id: string) => JSX.Element;
  /** Leaves what contains this text. */
  text?: string;
};

/** Up to this many nodes the whole tree shows at first. */
const OPEN_AT_MOST = 40;

/**
 * A tree of which one node is chosen: one tab stop, arrows move, open and close, letters are left to the page, Enter
 * and Space choose (ARIA tree pattern). Lines keep their elements while their data changes, so nothing jumps.
 */
export function Tree(props: TreeProps) {
  const id = createUniqueId();
  const [opened, setOpened] = createSignal<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = createSignal<string | undefined>();
  const lines = createMemo(() => treeLines(props.nodes, opened(), props.text));
  const byId = createMemo(() => new Map(lines().map((line) => [line.node.id, line])));
  // Strings are equal by value: For keeps a line's element although each answer makes new nodes.
  const ids = createMemo(() => lines().map((line) => line.node.id));
  const tabStop = createMemo(
    () => [cursor(), props.selected].find((one) => one !== undefined && byId().has(one)) ?? ids()[0],
  );

  // A small tree needs no clicks.
  createEffect(
    on(
      () => props.nodes.length > 0,
      (filled) => {
        const all = filled ? withBelow(props.nodes) : [];
        if (all.length <= OPEN_AT_MOST) setOpened(new Set(all.map((node) => node.id)));
      },
    ),
  );
  // What is chosen shows, however it was chosen: by a link, by the company switcher.
  createEffect(
    on([() => props.selected, () => props.nodes.length > 0], ([selected]) => {
      if (selected !== undefined) setOpened((before) => new Set([...before, ...ancestorsOf(props.nodes, selected)]));
    }),
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
    if (!line.node.disabled) props.onSelect(line.node.id);
    else if (line.open !== undefined) toggle(line.node.id, !line.open);
  };
  const onKeyDown = createTreeKeys({ lines, line: () => byId().get(tabStop() ?? ''), focus, toggle, choose });

  return (
    <div class="tree" role="tree" aria-label={props.label} onKeyDown={onKeyDown}>
      <For each={ids()}>
        {(node) => (
          <Show when={byId().get(node)}>
            {(line) => (
              <TreeItem
                id={`${id}-${node}`}
                line={line()}
                selected={props.selected === node}
                tabStop={tabStop() === node}
                end={props.end?.(node)}
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

type TreeItemProps = {
  id: string;
  line: TreeLine;
  selected: boolean;
  tabStop: boolean;
  end: JSX.Element;
  onToggle: () => void;
  onChoose: () => void;
};

function TreeItem(props: TreeItemProps) {
  const node = () => props.line.node;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      id={props.id}
      class="tree-line"
      role="treeitem"
      aria-level={props.line.level}
      aria-expanded={props.line.open}
      aria-selected={props.selected}
      aria-disabled={node().disabled}
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
      <Show when={node().icon} keyed>
        {(Shape) => <Shape class="i-sm" />}
      </Show>
      <span class="ellipsis grow" title={node().label}>
        {node().label}
      </span>
      {props.end}
    </div>
  );
}
