import { createEffect, on, Show } from 'solid-js';
import { formatPercent, formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconSend, IconStop } from '../../ui/icons.ts';
import { now } from '../../ui/time.tsx';
import type { ChatBudget } from './chat.ts';

/** As schema/chat.ts has it. */
const MAX = 20_000;

/** From here on the reader is told how much of the day's tokens is left. */
const LOW = 0.8;

export type ComposerProps = {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
  /** An answer is being written, here or in another tab. */
  running: boolean;
  sending: boolean;
  stopping: boolean;
  budget: ChatBudget | undefined;
  /** The text came with the address. */
  suggested: boolean;
  /** Grows when the field is to have the focus. */
  focus: number;
};

/** Where a question is written. Enter sends, Shift+Enter begins a line, Escape stops an answer. */
export function Composer(props: ComposerProps) {
  let field!: HTMLTextAreaElement;
  const over = () => props.text.trim().length - MAX;
  const spent = () => props.budget !== undefined && props.budget.used >= props.budget.limit;
  const sendable = () => props.text.trim() !== '' && over() <= 0 && !props.running && !props.sending && !spent();
  const send = () => {
    if (sendable()) props.onSend();
  };
  createEffect(
    on(
      () => props.focus,
      (_, before) => {
        // Nobody asked for it yet: a keyboard that slides over half of a phone would only be in the way.
        if (before === undefined && !matchMedia('(pointer: fine)').matches) return;
        field.focus({ preventScroll: true });
        field.setSelectionRange(field.value.length, field.value.length);
      },
    ),
  );
  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter and Escape are its keys.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && props.running) {
      event.preventDefault();
      props.onStop();
    }
  }
  return (
    <form
      class="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="input chat-box">
        <textarea
          ref={field}
          rows={Math.min(8, props.text.split('\n').length)}
          aria-label={t('chat.message')}
          aria-describedby="chat-hint"
          placeholder={t('chat.placeholder')}
          value={props.text}
          onInput={(event) => props.onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Show
          when={props.running}
          fallback={
            <Button type="submit" look="primary" icon={IconSend} disabled={!sendable()} busy={props.sending}>
              {t('chat.send')}
            </Button>
          }
        >
          <Button icon={IconStop} busy={props.stopping} onClick={() => props.onStop()}>
            {t('chat.stop')}
          </Button>
        </Show>
      </div>
      <p id="chat-hint" class={`hint ${over() > 0 || spent() ? 'text-err' : ''}`}>
        <Hint {...props} over={over()} spent={spent()} />
      </p>
    </form>
  );
}

/** Why nothing can be sent now, else what is worth knowing. */
function Hint(props: ComposerProps & { over: number; spent: boolean }) {
  const text = () => {
    const { budget } = props;
    if (props.running) return t('chat.wait');
    if (budget && props.spent) return t('chat.budget_over', { time: formatRelative(budget.resets_at, now()) });
    if (props.over > 0) return t('chat.too_long', { count: props.over });
    if (props.suggested) return t('chat.prefilled');
    if (budget && budget.used >= budget.limit * LOW)
      return t('chat.budget_low', { share: formatPercent(Math.min(1, budget.used / budget.limit)) });
    return `${t('chat.keys_hint')}. ${t('chat.about_answers')}`;
  };
  return <>{text()}</>;
}
