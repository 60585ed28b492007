import { createEffect, createMemo, For, type JSX, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconChevronRight } from '../icons.ts';
import { createTreeKeys } from './keys.ts';
import { ancestorsOf, type TreeLine, type TreeNode, withBelow } from './nodes.ts';
import { createTreeState, type TreeState } from './state.ts';

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
  const tree = createTreeState(props);
  const tabStop = createMemo(() => (tree.line(tree.cursor()) ?? tree.line(props.selected) ?? tree.lines()[0])?.node.id);
  openAtFirst(props, tree);
  const choose = (line: TreeLine) => {
    tree.setCursor(line.node.id);
    if (!line.node.disabled) props.onSelect(line.node.id);
    else if (line.open !== undefined) tree.toggle(line.node.id, !line.open);
  };
  const onKeyDown = createTreeKeys({ ...tree, line: () => tree.line(tabStop()), choose });
  return (
    <div class="tree" role="tree" aria-label={props.label} onKeyDown={onKeyDown}>
      <For each={tree.ids()}>
        {(node) => (
          <Show when={tree.line(node)}>
            {(line) => (
              <TreeItem
                id={tree.elementId(node)}
                line={line()}
                selected={props.selected === node}
                tabStop={tabStop() === node}
                end={props.end?.(node)}
                onToggle={() => tree.toggle(node, !line().open)}
                onChoose={() => choose(line())}
              />
            )}
          </Show>
        )}
      </For>
    </div>
  );
}

/** A small tree needs no clicks; and what is chosen shows, however it was chosen: by a link, by the company switcher. */
function openAtFirst(props: TreeProps, tree: TreeState): void {
  const filled = () => props.nodes.length > 0;
  createEffect(
    on(filled, () => {
      const all = withBelow(props.nodes);
      if (all.length <= OPEN_AT_MOST) tree.open(all.map((node) => node.id));
    }),
  );
  createEffect(
    on([() => props.selected, filled], ([selected]) => {
      if (selected !== undefined) tree.open(ancestorsOf(props.nodes, selected));
    }),
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
