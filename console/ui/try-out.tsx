import { createEffect, createSignal, type JSX, on, Show } from 'solid-js';
import { Button } from './button.tsx';
import { VisibleText } from './code/code.tsx';
import { createSubmit } from './form.ts';
import { IconError, IconSend } from './icons.ts';
import { ErrorState } from './states.tsx';
import { Note } from './status.tsx';

export type TryOutProps<Result> = {
  /** Word of the button. */
  label: string;
  /** Beside the button: what it does, or why it has to wait. */
  hint: string;
  /** Something is not saved yet: a test would speak of something else. */
  disabled?: boolean;
  /** What is tested, so that an old answer goes when it changes. */
  of?: unknown;
  run: () => Promise<Result>;
  /** "The test was not sent." */
  failed: string;
  /** What the other side said, where that explains a failure. */
  said?: (error: unknown) => string | undefined;
  /** What came of it. */
  children: (result: () => NonNullable<Result>) => JSX.Element;
};

/** Tries out what is saved, and keeps what came of it on screen: whoever sets something up reads it closely. */
export function TryOut<Result>(props: TryOutProps<Result>) {
  const [result, setResult] = createSignal<Result>();
  const test = createSubmit(async () => {
    setResult(undefined);
    const found = await props.run();
    setResult(() => found);
  });
  createEffect(
    on(
      () => props.of,
      () => {
        setResult(undefined);
        test.clear();
      },
      { defer: true },
    ),
  );
  return (
    <div class="stack gap-3">
      <div class="form-actions">
        <Button icon={IconSend} busy={test.busy()} disabled={props.disabled} onClick={test.send}>
          {props.label}
        </Button>
        <span class="hint">{props.hint}</span>
      </div>
      <div class="empty:-mt-3" role="status">
        <Show when={!props.disabled && result()}>{(found) => props.children(found)}</Show>
      </div>
      <Show when={test.error()}>
        {(error) => (
          <Show when={props.said?.(error())} fallback={<ErrorState what={props.failed} error={error()} />}>
            {(why) => <Failed what={props.failed} why={why()} />}
          </Show>
        )}
      </Show>
    </div>
  );
}

/** It failed, and the other side said why. */
export function Failed(props: { what: string; why: string }) {
  return (
    <Note icon={IconError} look="err">
      <strong>{props.what}</strong>{' '}
      <span class="wrap-anywhere">
        <VisibleText text={props.why} />
      </span>
    </Note>
  );
}
