import { type Accessor, createSignal } from 'solid-js';
import { me } from '../../session.ts';

/**
 * What is typed and not sent, by person and conversation: a look at another page does not lose it, and whoever signs in next in
 * this tab does not find it. It ends with the tab.
 */
const drafts = new Map<string, ReturnType<typeof createSignal<string>>>();

const NEW = 'new';

/** @param id of the conversation; undefined for one that is not begun */
export function useDraft(id: Accessor<string | undefined>) {
  const signal = () => {
    const key = `${me()?.user?.id ?? ''} ${id() ?? NEW}`;
    const found = drafts.get(key) ?? createSignal('');
    drafts.set(key, found);
    return found;
  };
  return {
    text: () => signal()[0](),
    setText: (text: string) => {
      signal()[1](text);
    },
  };
}
