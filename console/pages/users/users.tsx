import { useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconSearch, IconUsers } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord, Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { useRoles } from '../roles/queries.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type User, useUsers } from './queries.ts';
import { scopeText } from './scope-text.ts';
import { userStatus } from './status.ts';

/** /settings/users: who may sign in, as what, and how far they reach. */
export default function Users() {
  const company = useCompany();
  const users = useUsers();
  const [search, setSearch] = useSearchParams<{ q?: string }>();
  const text = () => search.q ?? '';
  const columns = createColumns();
  const matching = (all: readonly User[]) =>
    all.filter(({ username }) => username.toLowerCase().includes(text().trim().toLowerCase()));
  return (
    <SettingsPage
      title={t('settings.users')}
      actions={
        <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/users/new')}>
          {t('users.new')}
        </LinkButton>
      }
    >
      <div class="filters">
        <TextField
          label={t('users.find')}
          class="fsearch [&>.head]:sr-only"
          icon={IconSearch}
          value={text()}
          onChange={(q) => setSearch({ q: q || null }, { replace: true })}
          input={{ type: 'search', placeholder: t('users.find'), autocomplete: 'off' }}
        />
      </div>
      <Card>
        <Loaded query={users} failed={t('users.failed')}>
          {(data) => (
            <Show
              when={matching(data().users).length > 0}
              fallback={<NoneFound text={text()} onClear={() => setSearch({ q: null })} />}
            >
              <Table label={t('settings.users')} columns={columns} rows={matching(data().users)} />
            </Show>
          )}
        </Loaded>
      </Card>
    </SettingsPage>
  );
}

function createColumns(): TableColumn<User>[] {
  const company = useCompany();
  const roles = useRoles();
  const organisation = useOrganisation();
  const roleName = (key: string) => (roles.isSuccess && roles.data.roles.find((role) => role.key === key)?.name) || key;
  return [
    {
      header: t('users.name'),
      cell: (user) => (
        <span class="row">
          <a class="link strong" href={company.href(`/settings/users/${user.id}`)}>
            {user.username}
          </a>
          <Show when={user.id === me()?.user?.id}>
            <Tag>{t('users.you')}</Tag>
          </Show>
          <Show when={user.builtin}>
            <Tag>{t('users.builtin')}</Tag>
          </Show>
        </span>
      ),
    },
    { header: t('users.role'), cell: (user) => roleName(user.role) },
    { header: t('users.access'), kind: 'wrap', cell: (user) => scopeText(user, organisation.place) },
    { header: t('users.state'), cell: (user) => <StatusWord {...userStatus(user)} /> },
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

function NoneFound(props: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconUsers}
      title={t('users.none_found')}
      actions={<Button onClick={() => props.onClear()}>{t('users.clear')}</Button>}
    >
      {t('users.none_found_why', { text: props.text })}
    </EmptyState>
  );
}
