import { useQuery } from '@tanstack/solid-query';
import { createSignal, Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { programName } from './program-name.ts';

type Session = Output<'GET /api/me/sessions'>['sessions'][number];

/** Letters of a name that we do not recognise; the whole is in the title. */
const LONGEST = 60;

/** Where this account is signed in, and a way to end each but this one. */
export function SessionsCard() {
  const sessions = useQuery(() => ({
    queryKey: ['me', 'sessions'],
    queryFn: ({ signal }) => api('GET /api/me/sessions', { signal }),
  }));
  const [ending, setEnding] = createSignal<string | undefined>();
  const [failure, setFailure] = createSignal<unknown>();
  async function end({ id }: Session) {
    setEnding(id);
    setFailure(undefined);
    try {
      await api('DELETE /api/me/sessions/:id', { params: { id } });
      toast(t('me.session_ended'));
    } catch (error) {
      setFailure(error);
    }
    await queries.invalidateQueries({ queryKey: ['me', 'sessions'] });
    setEnding(undefined);
  }
  const columns: TableColumn<Session>[] = [
    {
      header: t('me.where'),
      cell: (session) => (
        <span class="row" title={session.user_agent ?? undefined}>
          {where(session)}
          <Show when={session.current}>
            <Tag>{t('me.this_session')}</Tag>
          </Show>
        </span>
      ),
    },
    { header: t('me.address'), cell: (session) => <span class="mono">{session.ip}</span> },
    { header: t('me.since'), cell: (session) => <RelativeTime at={session.created_at} /> },
    { header: t('me.until'), cell: (session) => <RelativeTime at={session.expires_at} /> },
    {
      header: t('me.end_session'),
      hideHeader: true,
      kind: 'num',
      cell: (session) => (
        <Show when={!session.current}>
          <Button
            size="s"
            aria-label={t('me.end_session_of', { where: where(session) })}
            busy={ending() === session.id}
            onClick={() => void end(session)}
          >
            {t('me.end_session')}
          </Button>
        </Show>
      ),
    },
  ];
  return (
    <Card title={t('me.sessions')}>
      <Show when={failure() !== undefined}>
        <div class="card-body">
          <Refused what={t('me.session_failed')} error={failure()} />
        </div>
      </Show>
      <Loaded query={sessions} failed={t('me.sessions_failed')}>
        {(data) => <Table label={t('me.sessions')} columns={columns} rows={data().sessions} />}
      </Loaded>
    </Card>
  );
}

/** "Firefox on Linux". */
function where({ user_agent }: Session): string {
  return programName(user_agent ?? '') ?? (user_agent?.slice(0, LONGEST) || t('me.unknown_browser'));
}
