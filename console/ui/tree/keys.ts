import type { Accessor } from 'solid-js';
import type { TreeLine } from './nodes.ts';

type TreeActs = {
  lines: Accessor<readonly TreeLine[]>;
  /** The line that has the focus, or would get it. */
  line: Accessor<TreeLine | undefined>;
  focus: (id: string) => void;
  toggle: (id: string, open: boolean) => void;
  choose: (line: TreeLine) => void;
};

/** Keys of a tree as the ARIA pattern has them. */
export function createTreeKeys(tree: TreeActs): (event: KeyboardEvent) => void {
  const go = (index: number) => {
    const target = tree.lines().at(Math.max(0, Math.min(index, tree.lines().length - 1)));
    if (target) tree.focus(target.node.id);
  };
  return (event) => {
    const line = tree.line();
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = tree.lines().indexOf(line);
    if (event.key === 'ArrowDown') go(index + 1);
    else if (event.key === 'ArrowUp') go(index - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(Number.POSITIVE_INFINITY);
    else if (event.key === 'ArrowRight' && line.open === false) tree.toggle(line.node.id, true);
    else if (event.key === 'ArrowRight' && line.open) go(index + 1);
    else if (event.key === 'ArrowLeft' && line.open) tree.toggle(line.node.id, false);
    else if (event.key === 'ArrowLeft' && line.parent !== undefined) tree.focus(line.parent);
    else if (event.key === 'Enter' || event.key === ' ') tree.choose(line);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
