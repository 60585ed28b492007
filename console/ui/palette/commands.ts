import type { JSX } from 'solid-js';

/** Something the palette can run: a page to open, an act, or a thing found on the server. `I` is the icon's type. */
export type Command<I> = {
  id: string;
  /** Heading under which it stands: Pages, Devices, Commands. */
  group: string;
  label: string;
  icon: I;
  /** Muted text behind the label: where it is, what it is. */
  hint?: string;
  /** More words that find it. */
  words?: string;
  /** A key that does the same, as a reminder. */
  keys?: string;
  /** Drawn at the end of the line: a status. */
  end?: () => JSX.Element;
  run: () => void;
  /** What can be done with this thing; reached by Tab. */
  commands?: readonly Command<I>[];
};

/** Those whose label or words contain every typed word; none at all while companies are searched. */
export function filterCommands<I>(commands: readonly Command<I>[], text: string, none = false): readonly Command<I>[] {
  if (none) return [];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const said = `${command.label} ${command.words ?? ''}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** Commands under their headings, in order of first appearance; `index` is the place in the flat list. */
export function grouped<I>(
  commands: readonly Command<I>[],
): { name: string; commands: { command: Command<I>; index: number }[] }[] {
  const groups = new Map<string, { command: Command<I>; index: number }[]>();
  commands.forEach((command, index) => {
    const group = groups.get(command.group) ?? [];
    group.push({ command, index });
    groups.set(command.group, group);
  });
  return [...groups].map(([name, found]) => ({ name, commands: found }));
}

/** The label cut where the typed text occurs, so that it can be marked. */
export function highlightParts(label: string, text: string): { text: string; match: boolean }[] {
  const wanted = text.replace(/^[>@]/, '').trim().toLowerCase();
  const start = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted);
  if (start < 0) return [{ text: label, match: false }];
  const end = start + wanted.length;
  return [
    { text: label.slice(0, start), match: false },
    { text: label.slice(start, end), match: true },
    { text: label.slice(end), match: false },
  ].filter((part) => part.text !== '');
}
