import { createSignal, onCleanup } from 'solid-js';
import type { Icon } from '../ui/icons.ts';
import type { Command } from '../ui/palette/commands.ts';

/** Commands of the page on screen, for Ctrl-K: a device page offers "Run script…" for its device. */
const [layers, setLayers] = createSignal<readonly (() => readonly Command<Icon>[])[]>([]);

/** Offers commands while the owner lives. The accessor is read when the palette opens. */
export function useCommands(commands: () => readonly Command<Icon>[]): void {
  setLayers((before) => [...before, commands]);
  onCleanup(() => setLayers((before) => before.filter((layer) => layer !== commands)));
}

export function pageCommands(): readonly Command<Icon>[] {
  return [...layers()].reverse().flatMap((layer) => layer());
}
