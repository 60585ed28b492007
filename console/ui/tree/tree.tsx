import { createEffect, type JSX, on } from 'solid-js';
import { ancestorsOf, type TreeLine, type TreeNode, withBelow } from './nodes.ts';
import { createTreeState, type TreeState } from './state.ts';
import { TreeLines } from './tree-lines.tsx';

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

/** A tree of which one node is chosen. */
export function Tree(props: TreeProps) {
  const tree = createTreeState(props);
  openAtFirst(props, tree);
  const choose = (line: TreeLine) => {
    tree.setCursor(line.node.id);
    if (!line.node.disabled) props.onSelect(line.node.id);
    else if (line.open !== undefined) tree.toggle(line.node.id, !line.open);
  };
  return (
    <TreeLines
      label={props.label}
      tree={tree}
      first={props.selected}
      toggle={tree.toggle}
      choose={choose}
      selected={({ node }) => props.selected === node.id}
      disabled={({ node }) => node.disabled === true}
      end={(line) => props.end?.(line().node.id)}
    />
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
