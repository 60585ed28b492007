import type { Icon } from '../icons.ts';

/** Something in a tree. `id` is unique in it. */
export type TreeNode = {
  id: string;
  label: string;
  /** Behind the label, for one that is found away from its place: where it lies. */
  hint?: string;
  icon?: Icon;
  children?: readonly TreeNode[];
  /** More lies in it than is here: it can be opened, and the tree's onOpen then brings it. */
  lazy?: boolean;
  /** Shown for its children only. */
  disabled?: boolean;
  /** What choosing it means, when that is not its id: the same thing may stand in a tree twice. */
  value?: string;
  /** Lies in something that is chosen, though not in this tree. */
  covered?: boolean;
  /** Shows whatever text is looked for. */
  found?: boolean;
  /** Not a thing but an act: "Show 50 more". */
  act?: () => void;
};

/** A node on screen: how deep it lies, and whether its children show. */
export type TreeLine = {
  node: TreeNode;
  level: number;
  parent: string | undefined;
  /** undefined for a leaf. */
  open: boolean | undefined;
};

/**
 * What shows of a tree, from top to bottom. Typed text leaves what contains it, with what lies above it, opened; below
 * a node that matches everything can still be opened.
 */
export function treeLines(roots: readonly TreeNode[], opened: ReadonlySet<string>, text = ''): TreeLine[] {
  const wanted = text.trim().toLowerCase();
  const matches = (node: TreeNode): boolean => node.found === true || node.label.toLowerCase().includes(wanted);
  const matchesBelow = (node: TreeNode): boolean =>
    (node.children ?? []).some((child) => matches(child) || matchesBelow(child));

  function lines(nodes: readonly TreeNode[], level: number, parent: string | undefined, found: boolean): TreeLine[] {
    return nodes.flatMap((node) => {
      const below = wanted !== '' && matchesBelow(node);
      const here = found || wanted === '' || matches(node);
      if (!here && !below) return [];
      const children = node.children ?? [];
      const open = children.length === 0 && !node.lazy ? undefined : opened.has(node.id) || below;
      const shown = open ? lines(children, level + 1, node.id, here && !below) : [];
      return [{ node, level, parent, open }, ...shown];
    });
  }
  return lines(roots, 1, undefined, false);
}

/** Ids of the nodes above one, nearest last. */
export function ancestorsOf(roots: readonly TreeNode[], id: string): string[] {
  for (const node of roots) {
    if (node.id === id) return [];
    const below = node.children ?? [];
    if (below.some((child) => child.id === id)) return [node.id];
    const further = ancestorsOf(below, id);
    if (further.length > 0) return [node.id, ...further];
  }
  return [];
}

/** These nodes and all that lies below them. */
export function withBelow(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...withBelow(node.children ?? [])]);
}
