import { type Accessor, createEffect, createMemo, For, type JSX, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconChevronRight } from '../icons.ts';
import { createTreeKeys } from './keys.ts';
import type { TreeLine } from './nodes.ts';
import type { TreeState } from './state.ts';

export type TreeLinesProps = {
  label: string;
  tree: TreeState;
  /** Where the focus goes first, before it has been anywhere. */
  first?: string | undefined;
  toggle: (id: string, open: boolean) => void;
  choose: (line: TreeLine) => void;
  multiselectable?: boolean;
  selected?: (line: TreeLine) => boolean;
  checked?: (line: TreeLine) => 'true' | 'false' | 'mixed' | undefined;
  disabled: (line: TreeLine) => boolean;
  /** Before the icon: a box to check. */
  box?: (line: Accessor<TreeLine>) => JSX.Element;
  /** At the end of the line: a count. */
  end?: (line: Accessor<TreeLine>) => JSX.Element;
};

/**
 * The lines of a tree: one tab stop, arrows move, open and close, letters are left to the page, Enter and Space choose
 * (ARIA tree pattern). Lines keep their elements while their data changes, so nothing jumps.
 */
export function TreeLines(props: TreeLinesProps) {
  const { tree } = props;
  const tabStop = createMemo(() => (tree.line(tree.cursor()) ?? tree.line(props.first) ?? tree.lines()[0])?.node.id);
  keepFocus(tree);
  const onKeyDown = createTreeKeys({
    lines: tree.lines,
    line: () => tree.line(tabStop()),
    focus: tree.focus,
    toggle: (id, open) => props.toggle(id, open),
    choose: (line) => props.choose(line),
  });
  return (
    <div
      class="tree"
      role="tree"
      aria-label={props.label}
      aria-multiselectable={props.multiselectable}
      onKeyDown={onKeyDown}
    >
      <For each={tree.ids()}>
        {(id) => (
          <Show when={tree.line(id)}>{(line) => <Line {...props} line={line} tabStop={tabStop() === id} />}</Show>
        )}
      </For>
    </div>
  );
}

/** When the line with the focus goes (the last devices came where "Show more" was), the one in its place gets it. */
function keepFocus(tree: TreeState): void {
  createEffect(
    on(tree.ids, (ids, before) => {
      const held = tree.cursor();
      if (before === undefined || held === undefined || ids.includes(held)) return;
      const next = ids.at(Math.min(before.indexOf(held), ids.length - 1));
      if (next !== undefined && document.activeElement === document.body) tree.focus(next);
    }),
  );
}

function Line(props: TreeLinesProps & { line: Accessor<TreeLine>; tabStop: boolean }) {
  const node = () => props.line().node;
  const toggle = (event: MouseEvent) => {
    const { open } = props.line();
    if (open === undefined) return;
    event.stopPropagation();
    props.toggle(node().id, !open);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      id={props.tree.elementId(node().id)}
      class="tree-line"
      classList={{ act: node().act !== undefined }}
      role="treeitem"
      aria-level={props.line().level}
      aria-expanded={props.line().open}
      aria-selected={props.selected?.(props.line())}
      aria-checked={props.checked?.(props.line())}
      aria-disabled={props.disabled(props.line())}
      tabIndex={props.tabStop ? 0 : -1}
      style={{ '--level': props.line().level }}
      // However it got the focus: a screen reader puts it anywhere.
      onFocus={() => props.tree.setCursor(node().id)}
      onClick={() => props.choose(props.line())}
    >
      {/* For the pointer; ← and → do it on the keyboard. */}
      <span
        class="twist"
        aria-hidden="true"
        title={props.line().open === undefined ? undefined : t('tree.toggle')}
        onClick={toggle}
      >
        <Show when={props.line().open !== undefined}>
          <IconChevronRight class="i-sm" />
        </Show>
      </span>
      {props.box?.(props.line)}
      <Show when={node().icon} keyed>
        {(Shape) => <Shape class="i-sm" />}
      </Show>
      <span class="ellipsis grow" title={[node().label, node().hint].filter(Boolean).join(' · ')}>
        {node().label}
        <Show when={node().hint}>
          <span class="muted"> · {node().hint}</span>
        </Show>
      </span>
      {props.end?.(props.line)}
    </div>
  );
}
