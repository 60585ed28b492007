import type { TreeNode } from './nodes.ts';

/** chosen itself · covered: lies in a chosen one · some: a chosen one lies in it · none. */
export type CheckState = 'chosen' | 'covered' | 'some' | 'none';

/** How every node of a tree looks when these are chosen. */
export function checkStates(roots: readonly TreeNode[], chosen: ReadonlySet<string>): Map<string, CheckState> {
  const states = new Map<string, CheckState>();
  /** Whether something in the node, or the node itself, is chosen. */
  function visit(node: TreeNode, covered: boolean): boolean {
    const own = chosen.has(node.id);
    let within = false;
    for (const child of node.children ?? []) within = visit(child, covered || own) || within;
    states.set(node.id, covered ? 'covered' : own ? 'chosen' : within ? 'some' : 'none');
    return own || within;
  }
  for (const root of roots) visit(root, false);
  return states;
}
