import { createMemo, For, Index, Match, Show, Switch } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { OutputLines } from '../../ui/code/code.tsx';
import { createCopy } from '../../ui/copy.tsx';
import { IconCheck, IconCopy, IconError, IconRetry, IconSettings } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { mayConfigure } from '../settings/config-queries.ts';
import type { ChatMessage } from './chat.ts';
import { Markdown } from './markdown/markdown.tsx';
import { type AnswerPart, partsOf } from './parts.ts';
import { Steps } from './steps.tsx';
import { failureSentence, isHopeless, isOfSettings } from './words.ts';

export type MessageProps = {
  message: ChatMessage;
  /** Asks the same again; absent where nothing can be asked now, or something was asked since. */
  onAgain: (() => void) | undefined;
};

/** A question, or an answer with what it did. */
export function Message(props: MessageProps) {
  return (
    <Show when={props.message.role === 'assistant'} fallback={<Question message={props.message} />}>
      <Answer {...props} />
    </Show>
  );
}

function Question(props: { message: ChatMessage }) {
  return (
    <article class="chat-question">
      <h2 class="vh">{t('chat.you')}</h2>
      <OutputLines text={props.message.content} />
    </article>
  );
}

function Answer(props: MessageProps) {
  const parts = createMemo(() => partsOf(props.message));
  const running = () => props.message.status === 'running';
  return (
    <article class="chat-answer" aria-busy={running()}>
      <h2 class="vh">{t('chat.ai')}</h2>
      {/* By place: a part grows while it is written, and what is open in it stays open. */}
      <Index each={parts()}>{(part) => <Part part={part()} />}</Index>
      <Show when={running()}>
        <span class="chat-thinking">
          <span class="dots" aria-hidden="true">
            <For each={[0, 1, 2]}>{() => <i />}</For>
          </span>
          <Show when={parts().length === 0}>{t('chat.thinking')}</Show>
        </span>
      </Show>
      <Ending {...props} silent={parts().length === 0} />
    </article>
  );
}

function Part(props: { part: AnswerPart }) {
  const text = () => (props.part.kind === 'text' ? props.part.text : undefined);
  const steps = () => (props.part.kind === 'steps' ? props.part.steps : undefined);
  return (
    <Switch>
      <Match when={text() !== undefined}>
        <Markdown text={text() ?? ''} />
      </Match>
      <Match when={steps()}>{(found) => <Steps steps={found()} />}</Match>
    </Switch>
  );
}

/** How an answer ended, and what can be done with it. */
function Ending(props: MessageProps & { silent: boolean }) {
  const company = useCompany();
  const { copied, copy } = createCopy(() => props.message.content);
  const fault = () => props.message.error?.code ?? '';
  const again = (size?: 's') => (
    <Show when={props.onAgain}>
      {(run) => (
        <Button size={size} icon={IconRetry} onClick={() => run()()}>
          {t('chat.ask_again')}
        </Button>
      )}
    </Show>
  );
  return (
    <Switch>
      <Match when={props.message.status === 'failed'}>
        <Note icon={IconError} look="err">
          <div class="stack gap-2">
            <p>
              <strong>{t('chat.failed')}</strong> {failureSentence(fault()) ?? t('chat.error.internal_error')}
            </p>
            <div class="row flex-wrap empty:hidden">
              <Show when={!isHopeless(fault())}>{again('s')}</Show>
              <Show when={isOfSettings(fault()) && mayConfigure()}>
                <LinkButton size="s" icon={IconSettings} href={company.href('/settings/ai')}>
                  {t('chat.set_up')}
                </LinkButton>
              </Show>
            </div>
          </div>
        </Note>
      </Match>
      <Match when={props.message.status === 'cancelled'}>
        <div class="row sm muted">
          {t('chat.stopped')} {again('s')}
        </div>
      </Match>
      <Match when={props.message.status === 'complete'}>
        <Show when={props.silent}>
          <p class="sm muted">{t('chat.empty_answer')}</p>
        </Show>
        <div class="chat-foot-line">
          <IconButton
            size="s"
            look="quiet"
            icon={copied() ? IconCheck : IconCopy}
            label={t('chat.copy_answer')}
            onClick={copy}
          />
          <RelativeTime class="xs muted" at={props.message.finished_at ?? props.message.created_at} />
        </div>
      </Match>
    </Switch>
  );
}
