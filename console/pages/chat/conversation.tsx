import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconChat, IconDown } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { endIsUntold, streamed, withMessages } from './answers.ts';
import type { ChatMessage } from './chat.ts';
import { createFollow } from './follow.ts';
import { Message } from './message.tsx';
import { lastRead, useMessages } from './queries.ts';

export type ConversationProps = {
  id: string;
  onAgain: ((question: string) => void) | undefined;
  onRunning: (running: boolean) => void;
};

/** The messages of one conversation, as stored and as they stream in. */
export function Conversation(props: ConversationProps) {
  const history = useMessages(() => props.id);
  const messages = createMemo<readonly ChatMessage[]>(() => {
    const stored = lastRead(history)?.messages ?? [];
    const live = streamed(props.id);
    return live ? withMessages(stored, [live.question, live.answer]) : stored;
  });
  const ids = createMemo(() => messages().map(({ id }) => id), [], { equals: (a, b) => a.join() === b.join() });
  const byId = createMemo(() => new Map(messages().map((message) => [message.id, message])));
  const running = createMemo(() => messages().some(({ status }) => status === 'running'));
  createEffect(() => props.onRunning(running()));

  let box!: HTMLElement;
  let thread!: HTMLDivElement;
  const follow = createFollow(
    () => box,
    () => thread,
  );
  // A question of one's own is always looked at, wherever one read before.
  createEffect(
    on(
      () => ids().length,
      () => streamed(props.id) && follow.toEnd(),
      { defer: true },
    ),
  );

  /** What was asked before the last message, if that is an answer that can be asked for again. */
  const again = (id: string) => {
    const all = messages();
    const last = all.at(-1);
    const question = all.findLast(({ role }) => role === 'user')?.content;
    const { onAgain } = props;
    return last?.id === id && question !== undefined && onAgain ? () => onAgain(question) : undefined;
  };
  return (
    <>
      <section class="chat-scroll" ref={box} onScroll={follow.onScroll} aria-label={t('chat.thread')} tabindex="0">
        <div class="chat-thread" ref={thread}>
          <Show when={messages().length === 0}>
            <Nothing
              error={history.isError ? history.error : undefined}
              pending={history.isPending}
              retry={() => void history.refetch()}
            />
          </Show>
          <For each={ids()}>
            {(id) => (
              <Show when={byId().get(id)}>{(message) => <Message message={message()} onAgain={again(id)} />}</Show>
            )}
          </For>
        </div>
      </section>
      <Show when={follow.behind()}>
        <div class="chat-jump">
          <Button size="s" icon={IconDown} onClick={follow.toEnd}>
            {t('chat.jump')}
          </Button>
        </div>
      </Show>
      <Announcer running={running()} last={messages().at(-1)} />
    </>
  );
}

function Nothing(props: { error: unknown; pending: boolean; retry: () => void }) {
  return (
    <Show
      when={props.error}
      fallback={
        <Show when={props.pending}>
          <Skeleton kind="lines" rows={4} />
        </Show>
      }
    >
      <Show
        when={!isGone(props.error)}
        fallback={
          <EmptyState icon={IconChat} title={t('chat.gone')}>
            {t('chat.gone_why')}
          </EmptyState>
        }
      >
        <ErrorState what={t('chat.history_failed')} error={props.error} retry={props.retry} />
      </Show>
    </Show>
  );
}

/** Says to whoever does not see the screen when an answer begins and when it is done, and not each of its words. */
function Announcer(props: { running: boolean; last: ChatMessage | undefined }) {
  const [text, setText] = createSignal('');
  createEffect(
    on(
      () => [props.running, props.last] as const,
      ([running, last], before) => {
        if (running) setText(t('chat.answering'));
        else if (last && (endIsUntold(last.id) || before?.[0]))
          setText(t(last.status === 'failed' ? 'chat.failed' : 'chat.answered'));
      },
    ),
  );
  return (
    <p class="vh" role="status">
      {text()}
    </p>
  );
}
