import { type Accessor, createComputed, createMemo, createSignal, createUniqueId, on } from 'solid-js';
import { type TreeLine, type TreeNode, treeLines } from './nodes.ts';

export type TreeState = {
  lines: Accessor<readonly TreeLine[]>;
  /** Ids of the lines: strings are equal by value, so For keeps a line's element although each answer makes new nodes. */
  ids: Accessor<readonly string[]>;
  line: (node: string | undefined) => TreeLine | undefined;
  /** What had the focus last; undefined before the first time. */
  cursor: Accessor<string | undefined>;
  setCursor: (node: string) => void;
  open: (nodes: readonly string[]) => void;
  toggle: (node: string, open: boolean) => void;
  focus: (node: string) => void;
  /** Id of a line's element. */
  elementId: (node: string) => string;
};

/** What a tree shows: which nodes are open, which lines that makes, where the focus is. */
export function createTreeState(source: { nodes: readonly TreeNode[]; text?: string | undefined }): TreeState {
  const unique = createUniqueId();
  const [browsed, setBrowsed] = createSignal<ReadonlySet<string>>(new Set());
  const [searched, setSearched] = createSignal<ReadonlySet<string>>(new Set());
  const searching = () => (source.text ?? '').trim() !== '';
  // What was opened before would hide what is found, so every search begins folded.
  createComputed(
    on(
      () => source.text,
      () => setSearched(new Set<string>()),
    ),
  );
  const opened = () => (searching() ? searched() : browsed());
  const setOpened = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    searching() ? setSearched(change) : setBrowsed(change);
  const [cursor, setCursor] = createSignal<string | undefined>();
  const lines = createMemo(() => treeLines(source.nodes, opened(), source.text));
  const byId = createMemo(() => new Map(lines().map((line) => [line.node.id, line])));
  const elementId = (node: string) => `${unique}-${node}`;
  return {
    lines,
    ids: createMemo(() => lines().map((line) => line.node.id)),
    line: (node) => (node === undefined ? undefined : byId().get(node)),
    cursor,
    setCursor,
    open: (nodes) => setOpened((before) => before.union(new Set(nodes))),
    toggle: (node, open) =>
      setOpened((before) => (open ? before.union(new Set([node])) : before.difference(new Set([node])))),
    focus: (node) => {
      setCursor(node);
      document.getElementById(elementId(node))?.focus();
    },
    elementId,
  };
}
