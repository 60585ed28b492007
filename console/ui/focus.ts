/** A ref that takes the focus once the element is on the page: for the first field of a form that was asked for. */
export function focusSoon(element: HTMLElement): void {
  queueMicrotask(() => element.focus());
}
