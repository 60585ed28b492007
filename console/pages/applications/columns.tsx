import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { StatusWord } from '../../ui/status.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Hosts } from './hosts.tsx';
import { type Application, decides } from './queries.ts';
import { applicationStatus } from './status.ts';

/** What the rows of both lists lead to. */
export interface Acts {
  open: (application: Application) => void;
  approve: (application: Application) => void;
  remove: (application: Application) => void;
  /** Id of the application that is being let in. */
  approving: () => string | undefined;
}

type Column = TableColumn<Application>;

const name = (acts: Acts): Column => ({
  header: t('apps.name'),
  kind: 'wrap',
  cell: (application) => (
    <button
      type="button"
      class="link strong text-left wrap-anywhere"
      aria-haspopup="dialog"
      onClick={() => acts.open(application)}
    >
      <VisibleText text={application.name} />
    </button>
  ),
});

const hosts = (): Column => ({
  header: t('apps.hosts'),
  kind: 'wrap',
  cell: (application) => <Hosts hosts={application.hosts} unknown={application.unknown_hosts} />,
});

const buttons = (acts: Acts, first?: Column['cell']): Column => ({
  header: t('apps.acts'),
  hideHeader: true,
  kind: 'num',
  cell: (application) => (
    <Show when={decides()}>
      <span class="row flex-wrap md:flex-nowrap md:justify-end">
        {first?.(application)}
        <Button
          size="s"
          look="quiet"
          aria-label={t('apps.remove_one', { name: shownText(application.name) })}
          onClick={() => acts.remove(application)}
        >
          {t('apps.remove')}
        </Button>
      </span>
    </Show>
  ),
});

/** Of those that wait: who asks, and the two answers. */
export const waitingColumns = (acts: Acts): Column[] => [
  name(acts),
  hosts(),
  {
    header: t('apps.since'),
    cell: ({ created_at, registered_ip }) => (
      <span class="block py-1">
        <RelativeTime at={created_at} />
        <Show when={registered_ip}>{(ip) => <span class="xs muted block">{t('apps.from', { ip: ip() })}</span>}</Show>
      </span>
    ),
  },
  buttons(acts, (application) => (
    <Button
      size="s"
      look="primary"
      busy={acts.approving() === application.id}
      aria-label={t('apps.approve_one', { name: shownText(application.name) })}
      onClick={() => acts.approve(application)}
    >
      {t('apps.approve')}
    </Button>
  )),
];

/** Of those that are let in: whether they can be authorized, and who uses them. */
export const approvedColumns = (acts: Acts): Column[] => [
  name(acts),
  hosts(),
  { header: t('apps.state'), cell: (application) => <StatusWord {...applicationStatus(application)} /> },
  {
    header: t('apps.people'),
    cell: ({ user_count, active_tokens }) => (
      <Show when={active_tokens > 0} fallback={<span class="muted">{t('apps.nobody')}</span>}>
        <span class="block py-1">
          {t('apps.people_count', { count: user_count })}
          <span class="xs muted block">{t('apps.tokens_count', { count: active_tokens })}</span>
        </span>
      </Show>
    ),
  },
  {
    header: t('apps.last_used'),
    cell: ({ last_used_at }) => (
      <Show when={last_used_at} fallback={<span class="muted">{t('apps.never')}</span>}>
        {(at) => <RelativeTime at={at()} />}
      </Show>
    ),
  },
  buttons(acts),
];
