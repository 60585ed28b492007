import { useLocation, useNavigate, useParams } from '@solidjs/router';
import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconAudit, IconBack, IconError } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { ask } from './answers.ts';
import { sessionTitle } from './chat.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { useDraft } from './drafts.ts';
import { lastRead, useSessions } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { prefilled, withSuggestion } from './suggestion.ts';
import { NotSetUp, Welcome } from './welcome.tsx';
import { failureSentence } from './words.ts';

/** Conversations listed at first, and more each time; the API gives no more than so many. */
const PAGE = 50;
const MOST = 1000;

/** /ai/chat and /ai/chat/:id: the conversations at the side, one of them, and the field for the next question. */
export default function Chat() {
  const params = useParams<{ id?: string }>();
  const company = useCompany();
  const navigate = useNavigate();
  const [limit, setLimit] = createSignal(PAGE);
  const sessions = useSessions(limit);
  const [listed, setListed] = createSignal(false);
  const here = () => lastRead(sessions)?.sessions.find(({ id }) => id === params.id);
  const go = (id: string | undefined) => navigate(company.href(id === undefined ? '/ai/chat' : `/ai/chat/${id}`));
  const beside = (step: number) => {
    const ids = lastRead(sessions)?.sessions.map(({ id }) => id) ?? [];
    const next = ids[Math.max(0, ids.indexOf(params.id ?? '') + step)];
    if (next === undefined || next === params.id) return false;
    return go(next);
  };
  useShortcuts({
    n: { label: () => t('chat.keys.new'), run: () => go(undefined) },
    j: { label: () => t('chat.keys.next'), run: () => beside(1) },
    k: { label: () => t('chat.keys.previous'), run: () => beside(-1) },
  });
  return (
    <Page
      title={params.id === undefined ? t('chat.title') : sessionTitle(here())}
      fill
      actions={
        <span class="m-only">
          <Button size="s" icon={listed() ? IconBack : IconAudit} onClick={() => setListed(!listed())}>
            {listed() ? t('chat.list_hide') : t('chat.list_show')}
          </Button>
        </span>
      }
    >
      <div class={`chat ${listed() ? 'listed' : ''}`}>
        <SessionList
          sessions={sessions}
          here={params.id}
          onMore={() => setLimit(Math.min(MOST, limit() + PAGE))}
          onChosen={() => setListed(false)}
          onGone={() => go(undefined)}
        />
        <Talk id={params.id} sessions={sessions} onBegun={go} />
      </div>
    </Page>
  );
}

type TalkProps = {
  id: string | undefined;
  sessions: ReturnType<typeof useSessions>;
  /** A conversation was begun with a first question. */
  onBegun: (id: string) => void;
};

/** One conversation, or the beginning of one. */
function Talk(props: TalkProps) {
  const location = useLocation();
  const draft = useDraft(() => props.id);
  const [running, setRunning] = createSignal(false);
  const [focus, setFocus] = createSignal(0);
  const suggestion = () => (props.id === undefined ? prefilled(location.hash) : undefined);
  const data = () => lastRead(props.sessions);

  // An address that suggests a question types it in, and that is all.
  createEffect(
    on(suggestion, (wanted, before) => {
      if (wanted !== undefined) draft.setText(withSuggestion(draft.text(), wanted, before));
    }),
  );

  const [question, setQuestion] = createSignal('');
  const sending = createSubmit(async () => {
    const { id: known } = props;
    const content = question();
    const id = known ?? (await api('POST /api/chat/sessions', { body: {} })).id;
    try {
      await ask(id, content);
    } catch (error) {
      // A conversation in which nothing was asked is none.
      if (known === undefined) await api('DELETE /api/chat/sessions/:id', { params: { id } }).catch(() => undefined);
      throw error;
    }
    if (draft.text().trim() === content) draft.setText('');
    void queries.invalidateQueries({ queryKey: ['chat_sessions'] });
    if (known === undefined) props.onBegun(id);
    // After the page has taken the focus to its heading.
    requestAnimationFrame(() => setFocus(focus() + 1));
  });
  const send = (content: string) => {
    setQuestion(content.trim());
    sending.send();
  };
  useShortcuts({
    w: { label: () => t('chat.keys.write'), when: () => data()?.configured === true, run: () => setFocus(focus() + 1) },
  });
  const stopping = createSubmit(async () => {
    if (props.id !== undefined) await api('POST /api/chat/sessions/:id/cancel', { params: { id: props.id } });
    // The button that had the focus goes. On a phone the keyboard stays down.
    if (matchMedia('(pointer: fine)').matches) setFocus(focus() + 1);
  });
  const write = (text: string) => {
    draft.setText(text);
    setFocus(focus() + 1);
  };
  return (
    <div class="chat-talk">
      <Show
        when={props.id}
        keyed
        fallback={
          <div class="chat-scroll">
            <Show when={data()?.configured === false} fallback={<Welcome onChoose={write} />}>
              <NotSetUp />
            </Show>
          </div>
        }
      >
        {(id) => (
          <Conversation
            id={id}
            onRunning={setRunning}
            onAgain={data()?.configured && !running() && !sending.busy() ? send : undefined}
          />
        )}
      </Show>
      <div class="chat-foot">
        <NotDone what={t('chat.not_sent')} error={sending.error()} />
        <NotDone what={t('chat.not_stopped')} error={stopping.error()} />
        <Show when={data()?.configured}>
          <Composer
            text={draft.text()}
            onText={draft.setText}
            onSend={() => send(draft.text())}
            onStop={stopping.send}
            running={props.id !== undefined && running()}
            sending={sending.busy()}
            stopping={stopping.busy()}
            budget={data()?.budget}
            suggested={suggestion() !== undefined && draft.text() === suggestion()}
            focus={focus()}
          />
        </Show>
      </div>
    </div>
  );
}

/** Refusals of the chat have sentences of their own. */
function NotDone(props: { what: string; error: unknown }) {
  const sentence = () => (props.error instanceof ApiError ? failureSentence(props.error.code) : undefined);
  return (
    <Show when={props.error !== undefined}>
      <Show when={sentence()} fallback={<ErrorState what={props.what} error={props.error} />}>
        {(why) => (
          <Note icon={IconError} look="err">
            <strong>{props.what}</strong> {why()}
          </Note>
        )}
      </Show>
    </Show>
  );
}
