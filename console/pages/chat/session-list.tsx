import { createSignal, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { IconAdd, IconDelete, IconEdit, IconMore, IconRunning } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { type ChatSession, sessionTitle } from './chat.ts';
import type { useSessions } from './queries.ts';
import { DeleteSession, RenameSession } from './session-acts.tsx';

export type SessionListProps = {
  sessions: ReturnType<typeof useSessions>;
  /** Of the conversation on screen. */
  here: string | undefined;
  /** Lists older ones as well. */
  onMore: () => void;
  /** Something in the list was followed. */
  onChosen: () => void;
  /** The conversation on screen was deleted. */
  onGone: () => void;
};

/** The conversations, newest first, and the way to a new one. */
export function SessionList(props: SessionListProps) {
  const company = useCompany();
  return (
    <nav class="chat-list" aria-label={t('chat.list')}>
      <LinkButton full icon={IconAdd} href={company.href('/ai/chat')} onClick={() => props.onChosen()}>
        {t('chat.new')}
      </LinkButton>
      <Loaded query={props.sessions} failed={t('chat.list_failed')}>
        {(data) => (
          <Show when={data().sessions.length > 0} fallback={<p class="hint px-2">{t('chat.list_none')}</p>}>
            <ul>
              <For each={data().sessions}>{(session) => <Row {...props} session={session} />}</For>
            </ul>
            <Show when={data().next_cursor !== undefined}>
              <Button look="quiet" busy={props.sessions.isFetching} onClick={() => props.onMore()}>
                {t('chat.list_more')}
              </Button>
            </Show>
          </Show>
        )}
      </Loaded>
    </nav>
  );
}

function Row(props: SessionListProps & { session: ChatSession }) {
  const company = useCompany();
  const [act, setAct] = createSignal<'rename' | 'delete'>();
  const title = () => sessionTitle(props.session);
  return (
    <Show
      when={act() !== 'rename'}
      fallback={
        <li>
          <RenameSession session={props.session} onDone={() => setAct(undefined)} />
        </li>
      }
    >
      <li class={props.here === props.session.id ? 'here' : ''}>
        <a
          href={company.href(`/ai/chat/${props.session.id}`)}
          aria-current={props.here === props.session.id ? 'page' : undefined}
          onClick={() => props.onChosen()}
          title={title()}
        >
          <span class="ellipsis">{title()}</span>
          <Show when={props.session.running} fallback={<RelativeTime class="xs muted" at={props.session.updated_at} />}>
            <span class="xs muted row gap-1">
              <IconRunning class="i-sm spin" /> {t('chat.is_answering')}
            </span>
          </Show>
        </a>
        <Menu
          placement="bottom-end"
          items={[
            { label: t('chat.rename'), icon: IconEdit, run: () => setAct('rename') },
            { label: t('chat.delete'), icon: IconDelete, danger: true, run: () => setAct('delete') },
          ]}
          trigger={(trigger) => (
            <IconButton
              {...trigger}
              size="s"
              look="quiet"
              icon={IconMore}
              label={t('chat.acts_of', { name: title() })}
            />
          )}
        />
        <DeleteSession
          session={props.session}
          open={act() === 'delete'}
          onOpenChange={(open) => !open && setAct(undefined)}
          onDeleted={() => props.here === props.session.id && props.onGone()}
        />
      </li>
    </Show>
  );
}
