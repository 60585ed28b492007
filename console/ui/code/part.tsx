import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';

/** Rows drawn at once. A script may have 256 KiB of line ends, and must not freeze the page of whoever reviews it. */
const PART_ROWS = 2000;

export type Part<T> = { shown: () => readonly T[]; hidden: () => number; more: () => void };

export function createPart<T>(all: () => readonly T[]): Part<T> {
  const [limit, setLimit] = createSignal(PART_ROWS);
  return {
    shown: createMemo(() => all().slice(0, limit())),
    hidden: () => Math.max(0, all().length - limit()),
    more: () => setLimit(limit() + PART_ROWS),
  };
}

/** Says how many rows are still to come, and draws the next part. */
export function MoreRow<T>(props: { part: Part<T> }) {
  return (
    <Show when={props.part.hidden() > 0}>
      <tr class="hunk">
        <td class="cd" colSpan={5}>
          <button type="button" class="link" onClick={() => props.part.more()}>
            {t('code.more', { count: props.part.hidden() })}
          </button>
        </td>
      </tr>
    </Show>
  );
}
