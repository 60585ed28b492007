import { createEffect, createMemo, on, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { type CheckState, checkStates } from './checked.ts';
import type { TreeLine, TreeNode } from './nodes.ts';
import { createTreeState } from './state.ts';
import { TreeLines } from './tree-lines.tsx';

export type CheckTreeProps = {
  /** Names the tree. */
  label: string;
  nodes: readonly TreeNode[];
  /** Values (or ids) of the nodes that are chosen themselves. */
  chosen: ReadonlySet<string>;
  /** Ids of nodes in which something chosen lies that is not loaded. */
  holding?: ReadonlySet<string>;
  onToggle: (node: TreeNode, chosen: boolean) => void;
  /** A node was opened: if it is lazy, what lies in it is wanted. */
  onOpen?: (id: string) => void;
  /** Leaves what contains this text. */
  text?: string;
};

const checked = { chosen: 'true', covered: 'true', some: 'mixed', none: 'false' } as const;
const box = { chosen: 'on', covered: 'on covered', some: 'mixed', none: '' } as const;

/** A tree of which any nodes are chosen; a chosen node covers what lies in it. A covered node says so and is left alone. */
export function CheckTree(props: CheckTreeProps) {
  const tree = createTreeState(props);
  const states = createMemo(() => checkStates(props.nodes, props.chosen, props.holding));
  const stateOf = (line: TreeLine): CheckState => states().get(line.node.id) ?? 'none';
  const toggle = (id: string, open: boolean) => {
    tree.toggle(id, open);
    if (open) props.onOpen?.(id);
  };
  const choose = (line: TreeLine) => {
    const { node, open } = line;
    tree.setCursor(node.id);
    if (node.act) node.act();
    else if (!node.disabled && stateOf(line) !== 'covered') props.onToggle(node, stateOf(line) !== 'chosen');
    else if (open !== undefined) toggle(node.id, !open);
  };
  // Where something chosen lies shows when the tree is first filled.
  createEffect(
    on(
      () => props.nodes.length > 0,
      () => {
        const holders = [...states()].flatMap(([id, state]) => (state === 'some' ? [id] : []));
        tree.open(holders);
        for (const id of holders) props.onOpen?.(id);
      },
    ),
  );
  const checkable = ({ node }: TreeLine) => !node.disabled && !node.act;
  return (
    <TreeLines
      label={props.label}
      tree={tree}
      multiselectable
      toggle={toggle}
      choose={choose}
      checked={(line) => (line.node.act ? undefined : checked[stateOf(line)])}
      disabled={(line) => line.node.disabled === true || stateOf(line) === 'covered'}
      box={(line) => (
        <Show when={checkable(line())}>
          <span class={`cb ${box[stateOf(line())]}`} aria-hidden="true" />
        </Show>
      )}
      end={(line) => (
        <Show when={stateOf(line()) === 'covered'}>
          <span class="n">{t('tree.covered')}</span>
        </Show>
      )}
    />
  );
}
