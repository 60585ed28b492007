import { createSignal, onCleanup } from 'solid-js';

/**
 * Single-key shortcuts of the page on screen. They never fire in a field, with a modifier, or under a dialog or menu,
 * and can be switched off (WCAG 2.1.4). Whoever registered last wins; leaving the page takes its keys along.
 */
export type Shortcut = {
  /** What it does, for the list of keys. */
  label: () => string;
  /** false says: not for me, let the next one have it. */
  run: () => unknown;
  when?: () => boolean;
};

/** Keys are named as typed: "j", "/", "?", "shift+x", "enter", "escape"; "mod+k" is Ctrl-K, on a Mac ⌘K. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

const KEY = 'muster.shortcuts';
const [enabled, setEnabled] = createSignal(localStorage.getItem(KEY) !== 'off');
const [layers, setLayers] = createSignal<readonly Shortcuts[]>([]);

export { enabled as shortcutsEnabled };

export function enableShortcuts(on: boolean): void {
  setEnabled(on);
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** Registers keys while the owner lives. */
export function useShortcuts(shortcuts: Shortcuts): void {
  setLayers((before) => [...before, shortcuts]);
  onCleanup(() => setLayers((before) => before.filter((layer) => layer !== shortcuts)));
}

/** Everything that works here and now, for the list of keys. */
export function activeShortcuts(): { keys: string; label: string }[] {
  const all = new Map(layers().flatMap((layer) => Object.entries(layer)));
  return [...all].map(([keys, shortcut]) => ({ keys, label: shortcut.label() }));
}

function keyName(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? undefined : `mod+${key}`;
  // A letter typed with Shift is "shift+x"; "?" needs Shift on most keyboards and is itself.
  return event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
}

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') !== null
  );
}

function underOverlay(): boolean {
  return (
    document.querySelector(
      '[role="dialog"][data-expanded], [role="alertdialog"][data-expanded], [role="menu"], [role="listbox"][id]',
    ) !== null
  );
}

document.addEventListener('keydown', (event) => {
  const name = event.defaultPrevented || event.isComposing || event.repeat === undefined ? undefined : keyName(event);
  if (name === undefined || (!name.startsWith('mod+') && (!enabled() || inField(event.target)))) return;
  if (underOverlay()) return;
  for (const layer of [...layers()].reverse()) {
    const shortcut = layer[name];
    if (!shortcut || shortcut.when?.() === false) continue;
    if (shortcut.run() === false) continue;
    event.preventDefault();
    return;
  }
});
