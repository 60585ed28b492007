import type { TreeNode } from './nodes.ts';

/** chosen itself · covered: lies in a chosen one · some: a chosen one lies in it · none. */
export type CheckState = 'chosen' | 'covered' | 'some' | 'none';

/**
 * How every node of a tree looks when these are chosen, by its id. `holding` names nodes in which something chosen lies that
 * is not loaded.
 */
export function checkStates(
  roots: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  holding: ReadonlySet<string> = new Set(),
): Map<string, CheckState> {
  const states = new Map<string, CheckState>();
  /** Whether something in the node, or the node itself, is chosen. */
  function visit(node: TreeNode, above: boolean): boolean {
    const covered = above || node.covered === true;
    const own = chosen.has(node.value ?? node.id);
    let within = holding.has(node.id);
    for (const child of node.children ?? []) within = visit(child, covered || own) || within;
    states.set(node.id, covered ? 'covered' : own ? 'chosen' : within ? 'some' : 'none');
    return own || within;
  }
  for (const root of roots) visit(root, false);
  return states;
}
