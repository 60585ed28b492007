import { createEffect, createSignal, For, type JSX, on, Show } from 'solid-js';
import { formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import type { Acts } from './columns.tsx';
import { Hosts } from './hosts.tsx';
import { type Application, decides } from './queries.ts';
import { applicationStatus } from './status.ts';

/** All that is known of one application, and the acts; open while there is one. */
export function DetailsDialog(props: { application: Application | undefined; acts: Acts; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [shown, setShown] = createSignal<Application | undefined>();
  createEffect(
    on(
      () => props.application,
      (application) => application && setShown(application),
    ),
  );
  const then = (act: (application: Application) => void) => {
    const application = props.application;
    props.onClose();
    if (application) act(application);
  };
  return (
    <Dialog
      open={props.application !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={shownText(shown()?.name ?? '')}
      wide
      foot={
        <Show when={decides()} fallback={<Button onClick={props.onClose}>{t('ui.close')}</Button>}>
          <Button look="danger" onClick={() => then(props.acts.remove)}>
            {t('apps.remove')}
          </Button>
          <Show
            when={shown()?.status === 'pending'}
            fallback={<Button onClick={props.onClose}>{t('ui.close')}</Button>}
          >
            <Button look="primary" onClick={() => then(props.acts.approve)}>
              {t('apps.approve')}
            </Button>
          </Show>
        </Show>
      }
    >
      <Show when={shown()}>{(application) => <Details application={application()} />}</Show>
    </Dialog>
  );
}

function Details(props: { application: Application }) {
  const facts = (): [string, JSX.Element][] => {
    const { application } = props;
    const { kind, client_id, redirect_uris, registered_ip, created_at, last_used_at } = application;
    return [
      [
        t('apps.state'),
        <span>
          <StatusWord {...applicationStatus(application)} />
          <Show when={application.status === 'approved' && !application.may_authorize}>
            <span class="hint block">{t('apps.shut_out_why')}</span>
          </Show>
        </span>,
      ],
      [t('apps.hosts'), <Hosts hosts={application.hosts} unknown={application.unknown_hosts} />],
      [t('apps.redirects'), <Lines of={redirect_uris} />],
      [t('apps.kind'), kind === 'registered' ? t('apps.kind_registered') : t('apps.kind_document')],
      [t('apps.client_id'), <Lines of={[client_id]} />],
      [
        t('apps.since'),
        <span>
          <RelativeTime at={created_at} /> <Show when={registered_ip}>{(ip) => t('apps.from', { ip: ip() })}</Show>
        </span>,
      ],
      ...approval(application),
      [t('apps.last_used'), last_used_at ? <RelativeTime at={last_used_at} /> : t('apps.never')],
      [t('apps.people'), <Users application={application} />],
    ];
  };
  return <Facts facts={facts()} />;
}

function approval({ status, approved_by, approved_at }: Application): [string, JSX.Element][] {
  if (status === 'pending') return [];
  return [
    [
      t('apps.approved_by'),
      <Show when={approved_at} fallback={t('apps.approved_by_policy')}>
        {(at) => (
          <span>
            {approved_by}, <RelativeTime at={at()} />
          </span>
        )}
      </Show>,
    ],
  ];
}

function Lines(props: { of: readonly string[] }) {
  return (
    <ul class="stack gap-1 mono wrap-anywhere">
      <For each={props.of}>
        {(text) => (
          <li>
            <VisibleText text={text} />
          </li>
        )}
      </For>
    </ul>
  );
}

/** Accounts that the reader may see. */
function Users(props: { application: Application }) {
  const company = useCompany();
  const more = () => props.application.user_count - props.application.users.length;
  return (
    <Show when={props.application.users.length > 0} fallback={<span class="muted">{t('apps.nobody')}</span>}>
      <ul class="stack gap-1">
        <For each={props.application.users}>
          {(user) => (
            <li>
              <Show when={can('users.manage')} fallback={user.username}>
                <a class="link" href={company.href(`/settings/users/${user.id}`)}>
                  {user.username}
                </a>
              </Show>{' '}
              <span class="xs muted">
                {t('apps.authorized', { time: formatRelative(user.authorized_at, now()) })} · {t('apps.last_used')}:{' '}
                <RelativeTime at={user.last_used_at} />
              </span>
            </li>
          )}
        </For>
        <Show when={more() > 0}>
          <li class="muted">{t('apps.users_more', { count: more() })}</li>
        </Show>
      </ul>
    </Show>
  );
}
