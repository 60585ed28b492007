import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import type { Selection } from '../../ui/table/selection.ts';

const links = () => [...document.querySelectorAll<HTMLElement>('a[data-alert]')];
const focused = () => document.activeElement?.getAttribute('data-alert');
const current = () => links().findIndex(({ dataset }) => dataset.alert === focused());

/** To the next or the one before, from the first on; the link of the row has the focus, so that Enter opens it. */
function step(by: 1 | -1): void {
  const all = links();
  const at = current();
  const next = at < 0 ? all[0] : all[Math.min(all.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** j and k through the rows, x picks, Escape drops what is picked, as in the list of devices. */
export function useListKeys(selection: Selection): void {
  useShortcuts({
    j: { label: () => t('alerts.key.next'), run: () => step(1) },
    k: { label: () => t('alerts.key.before'), run: () => step(-1) },
    x: {
      label: () => t('alerts.key.pick'),
      when: () => can('alerts.manage'),
      run: () => {
        const id = links()[current()]?.dataset.alert;
        if (id) selection.toggle(id);
      },
    },
    escape: {
      label: () => t('alerts.key.drop'),
      when: () => selection.ids().size > 0,
      run: () => selection.clear(),
    },
  });
}
