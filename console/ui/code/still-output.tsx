import { onMount, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { createAnsiScreen } from './ansi-screen.ts';

/** Output of a job that has ended, among others: wrapped, in a box that scrolls, without its own controls. */
export function StillOutput(props: { text: string }) {
  let pre!: HTMLPreElement;
  onMount(() => createAnsiScreen(pre).write(props.text));
  return (
    <ScrollBox class="term wrap" label={t('output.title')}>
      <Show when={props.text === ''}>
        <p class="muted px-4">{t('output.none')}</p>
      </Show>
      <pre ref={pre} />
    </ScrollBox>
  );
}
