import type { Accessor } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useShortcuts } from '../shortcuts.ts';

type TableKeys = {
  cursor: Accessor<number>;
  last: Accessor<number>;
  /** Rows that fit on the screen. */
  page: Accessor<number>;
  move: (index: number) => void;
  pick: (index: number, range: boolean) => void;
  open: (index: number) => void;
  /** Clears what is picked; false when there was nothing, so that Escape goes on to the page. */
  escape: () => boolean;
};

/**
 * Keys of a table. The single letters belong to the page, whatever has the focus outside a field; arrows and the like
 * only to the grid itself, as the ARIA grid pattern says. Returns the grid's own handler.
 */
export function createTableKeys(table: TableKeys): (event: KeyboardEvent) => void {
  useShortcuts({
    j: { label: () => t('keys.next_row'), run: () => table.move(table.cursor() + 1) },
    k: { label: () => t('keys.previous_row'), run: () => table.move(Math.max(0, table.cursor() - 1)) },
    x: { label: () => t('keys.pick'), run: () => table.pick(table.cursor(), false) },
    'shift+x': { label: () => t('keys.pick_range'), run: () => table.pick(table.cursor(), true) },
    enter: {
      label: () => t('keys.open'),
      run: () => table.open(table.cursor()),
      when: () => onPage() && table.cursor() >= 0,
    },
    escape: { label: () => t('keys.clear'), run: table.escape },
  });
  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => table.cursor() + 1,
    ArrowUp: () => table.cursor() - 1,
    PageDown: () => table.cursor() + table.page(),
    PageUp: () => table.cursor() - table.page(),
    Home: () => 0,
    End: () => table.last(),
  };
  return (event) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = moves[event.key];
    if (target) table.move(target());
    else if (event.key === ' ') table.pick(table.cursor(), event.shiftKey);
    else if (event.key === 'Enter') table.open(table.cursor());
    else return;
    event.preventDefault();
  };
}

/** Enter belongs to whatever has the focus; to the table only when nothing else does. */
function onPage(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === 'main' || focused.tagName === 'H1';
}
