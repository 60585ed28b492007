/**
 * For the portal of a list that opens over a dialog: marks what it is mounted in, so that the dialog does not hide it from
 * assistive technology. Kobalte watches what is added beside an open dialog, and whether the list or the watch comes first is
 * a race (@kobalte/core, createHideOutside).
 */
export const topLayer = (mount: Element): void => mount.setAttribute('data-react-aria-top-layer', 'true');
