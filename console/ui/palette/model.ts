import { createEffect, createMemo, createSignal, on } from 'solid-js';
import type { Icon } from '../icons.ts';
import { type Command, filterCommands, grouped } from './commands.ts';
import { createSearch, type PaletteSearch } from './search.ts';

type PaletteSource = {
  commands: readonly Command<Icon>[];
  search?: PaletteSearch<Icon> | undefined;
  onOpenChange: (open: boolean) => void;
};

/** What is typed, what matches, what is highlighted, and what the keys do about it. */
export function createPaletteModel(source: PaletteSource) {
  const [text, setText] = createSignal('');
  // The thing whose commands are shown, after Tab.
  const [subject, setSubject] = createSignal<Command<Icon> | undefined>();
  const [active, setActive] = createSignal(0);
  const found = createSearch(text, () => (subject() ? undefined : source.search));
  const options = createMemo(() => {
    const chosen = subject();
    if (chosen) return filterCommands(chosen.commands ?? [], text());
    const own = filterCommands(source.commands, text().replace(/^>/, ''), text().startsWith('@'));
    return grouped([...found.results(), ...own]).flatMap((group) => group.commands.map(({ command }) => command));
  });
  createEffect(on(options, () => setActive(0)));

  function run(command: Command<Icon> | undefined) {
    if (!command) return;
    source.onOpenChange(false);
    command.run();
  }
  function enter(command: Command<Icon>) {
    setSubject(command);
    setText('');
  }
  function onKeyDown(event: KeyboardEvent) {
    const count = options().length;
    const current = options()[active()];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((now) => (now + step + count) % Math.max(1, count));
    else if (event.key === 'Enter') run(current);
    else if (event.key === 'Tab' && !event.shiftKey && current?.commands) enter(current);
    else if (event.key === 'Backspace' && text() === '' && subject()) setSubject(undefined);
    else return;
    event.preventDefault();
  }
  return { text, setText, subject, active, setActive, found, options, run, onKeyDown };
}
