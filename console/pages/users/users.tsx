import { Show } from 'solid-js';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd, IconUsers } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord, Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { useRoles } from '../roles/queries.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type User, useUserPages } from './queries.ts';
import { scopeText } from './scope-text.ts';
import { SignInTags } from './sign-in-tags.tsx';
import { userStatus } from './status.ts';
import { createUserFilter, UserFilters } from './user-filters.tsx';

/** /settings/users: who may sign in, as what, and how far they reach. */
export default function Users() {
  const company = useCompany();
  const state = createUserFilter();
  const users = useUserPages(state.filter);
  const columns = createColumns();
  const rows = () => (users.isSuccess ? users.data.pages.flatMap((page) => page.users) : []);
  return (
    <SettingsPage
      title={t('settings.users')}
      actions={
        <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/users/new')}>
          {t('users.new')}
        </LinkButton>
      }
    >
      <UserFilters state={state} />
      <Card>
        <Loaded query={users} failed={t('users.failed')}>
          {() => (
            <Show when={rows().length > 0} fallback={<NoneFound onClear={state.clear} />}>
              <Table label={t('settings.users')} columns={columns} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={users.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
              {t('users.more')}
            </Button>
          </div>
        </Show>
      </Card>
    </SettingsPage>
  );
}

function createColumns(): TableColumn<User>[] {
  const roles = useRoles();
  const organisation = useOrganisation();
  const roleName = (key: string) => (roles.isSuccess && roles.data.roles.find((role) => role.key === key)?.name) || key;
  return [
    { header: t('users.name'), kind: 'wrap', cell: (user) => <Name user={user} /> },
    { header: t('users.role'), cell: (user) => roleName(user.role) },
    {
      header: t('users.access'),
      kind: 'wrap',
      cell: (user) => (
        <span title={scopeText(user, organisation.place, Number.POSITIVE_INFINITY)}>
          {scopeText(user, organisation.place)}
        </span>
      ),
    },
    { header: t('users.sign_in'), cell: (user) => <SignInTags user={user} /> },
    { header: t('users.state'), kind: 'wrap', cell: (user) => <State user={user} /> },
    {
      header: t('users.last_login'),
      cell: (user) => (
        <Show when={user.last_login_at} fallback={<span class="muted">{t('users.never')}</span>}>
          {(at) => <RelativeTime at={at()} />}
        </Show>
      ),
    },
  ];
}

function Name(props: { user: User }) {
  const company = useCompany();
  return (
    <>
      <span class="row flex-wrap gap-y-0">
        <a class="link strong wrap-anywhere" href={company.href(`/settings/users/${props.user.id}`)}>
          {props.user.username}
        </a>
        <Show when={props.user.id === me()?.user?.id}>
          <Tag>{t('users.you')}</Tag>
        </Show>
        <Show when={props.user.builtin}>
          <Tag>{t('users.builtin')}</Tag>
        </Show>
      </span>
      <Show when={props.user.email !== props.user.username && props.user.email}>
        <span class="sub block wrap-anywhere">{props.user.email}</span>
      </Show>
    </>
  );
}

/** The state, since when, and what to do about it. */
function State(props: { user: User }) {
  return (
    <>
      <StatusWord {...userStatus(props.user)} />
      <Show when={props.user.disabled_at}>
        {(at) => (
          <span class="sub block" title={formatDateTime(at())}>
            <Show when={props.user.scope_lost} fallback={<RelativeTime at={at()} />}>
              {t('users.choose_access')}
            </Show>
          </span>
        )}
      </Show>
    </>
  );
}

function NoneFound(props: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconUsers}
      title={t('users.none_found')}
      actions={<Button onClick={() => props.onClear()}>{t('users.clear')}</Button>}
    >
      {t('users.none_found_why')}
    </EmptyState>
  );
}
