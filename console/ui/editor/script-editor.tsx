import { createEffect, createSignal, on, onCleanup, onMount, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { FieldError, TextArea } from '../field.tsx';
import { Skeleton } from '../states.tsx';
import type { Editor } from './create-editor.ts';

export type ScriptEditorProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  shell: string;
  error?: string | undefined;
};

/** A script with line numbers and colours. What it is made of is loaded when it is first shown; without it, plain text. */
export function ScriptEditor(props: ScriptEditorProps) {
  let host!: HTMLDivElement;
  const [state, setState] = createSignal<'loading' | 'ready' | 'plain'>('loading');
  let editor: Editor | undefined;
  let gone = false;
  onCleanup(() => {
    gone = true;
    editor?.destroy();
  });
  onMount(async () => {
    try {
      const { createEditor } = await import('./create-editor.ts');
      if (gone) return;
      editor = createEditor(host, {
        value: props.value,
        shell: props.shell,
        label: props.label,
        description: t('editor.leave'),
        onChange: (value) => props.onChange(value),
      });
      setState('ready');
    } catch (error) {
      console.error(error);
      setState('plain');
    }
  });
  createEffect(
    on(
      () => props.value,
      (value) => editor?.setValue(value),
      { defer: true },
    ),
  );
  createEffect(
    on(
      () => props.shell,
      (shell) => editor?.setShell(shell),
      { defer: true },
    ),
  );
  return (
    <Show
      when={state() !== 'plain'}
      fallback={<TextArea {...props} rows={18} mono input={{ spellcheck: false, autocapitalize: 'none' }} />}
    >
      <div class="field">
        <div class="head">
          {/* Its name is also on the text itself, which a label cannot reach in there. */}
          <button type="button" class="label" tabIndex={-1} onClick={() => editor?.focus()}>
            {props.label}
          </button>
        </div>
        <Show when={state() === 'loading'}>
          <Skeleton kind="lines" rows={6} />
        </Show>
        <div ref={host} />
        <Show
          when={!props.error}
          fallback={
            <p class="field-error" role="alert">
              <FieldError text={props.error} />
            </p>
          }
        >
          <p class="hint">{t('editor.leave')}</p>
        </Show>
      </div>
    </Show>
  );
}
