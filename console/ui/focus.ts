import { onMount } from 'solid-js';

/** A ref that takes the focus once the element is on the page: for the first field of a form that was asked for. */
export function focusSoon(element: HTMLElement): void {
  // A page that is loaded first is built before it is shown, and its heading takes the focus then.
  onMount(() => queueMicrotask(() => element.focus()));
}

/** Nothing has the focus: what had it is gone, or was disabled while it was busy. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Where the focus goes once an attempt is over: to the first field that is wrong, which may be out of sight; else back
 * to the button, which loses it while it is busy.
 * @param before what had the focus when the attempt began
 */
export function focusAfter(before: Element | null): void {
  const wrong = before?.closest('form, [role="dialog"]')?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) wrong.focus();
  else if (isLost() && before instanceof HTMLElement) before.focus();
}

/** For a dialog that no trigger of Kobalte's opens, which then gives the focus back to nobody: keep it, and return it. */
export function createFocusReturn() {
  let before: Element | null = null;
  return {
    keep: () => {
      before = document.activeElement;
    },
    giveBack: () => {
      if (!isLost()) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      // What opened it is gone, such as the row that was deleted, or cannot be used any more.
      if (isLost()) document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}
