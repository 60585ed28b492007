import { createSignal, For, onCleanup } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { IconCheck, IconCopy } from './icons.ts';

/** Puts text on the clipboard. Rejects where there is none: plain HTTP on anything but localhost has no clipboard API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'vh';
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser refused the clipboard');
}

export type CopyFieldProps = {
  /** What is copied. */
  value: string;
  /** What is shown, when it differs: a token with its middle left out. */
  shown?: string;
  /** Names it: "Install command". */
  label: string;
};

/** A command on one line with a button that copies it whole. */
export function CopyField(props: CopyFieldProps) {
  const { copied, copy } = createCopy(() => props.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="cmd" role="group" aria-label={props.label}>
      <code>
        <For each={(props.shown ?? props.value).split(' ')}>
          {(word) => (
            <>
              <span class="cmd-word">{word}</span>{' '}
            </>
          )}
        </For>
      </code>
      <Button icon={copied() ? IconCheck : IconCopy} onClick={copy}>
        {copied() ? t('ui.copied') : t('ui.copy')}
      </Button>
      <span class="vh" role="status">
        {copied() ? t('ui.copied') : ''}
      </span>
    </div>
  );
}

/** The state behind a copy button: says "copied" for two seconds. */
export function createCopy(value: () => string) {
  const [copied, setCopied] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  async function copy() {
    await copyText(value());
    setCopied(true);
    clearTimeout(timer);
    timer = setTimeout(() => setCopied(false), 2000);
  }
  return { copied, copy: () => void copy() };
}
