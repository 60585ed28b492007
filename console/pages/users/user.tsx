import { useParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconUsers } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Badge, Tag } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type User, useUsers } from './queries.ts';
import { userStatus } from './status.ts';
import { UserRole } from './user-role.tsx';
import { UserScope } from './user-scope.tsx';
import { UserState } from './user-state.tsx';

/** /settings/users/:id: one account, its access, role and state. */
export default function UserPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const users = useUsers();
  const user = () => (users.isSuccess ? users.data.users.find(({ id }) => id === params.id) : undefined);
  return (
    <SettingsPage
      title={user()?.username ?? t('users.name')}
      crumbs={[{ label: t('settings.users'), href: company.href('/settings/users') }]}
      beside={<Show when={user()}>{(found) => <Beside user={found()} />}</Show>}
    >
      <Loaded query={users} failed={t('users.failed')}>
        {() => (
          <Show
            when={user()}
            fallback={
              <Card>
                <EmptyState icon={IconUsers} title={t('missing.title')}>
                  {t('users.gone')}
                </EmptyState>
              </Card>
            }
          >
            {(found) => (
              <div class="cols">
                <UserScope user={found()} />
                <div class="stack">
                  <UserRole user={found()} />
                  <UserState user={found()} />
                  <UserFacts user={found()} />
                </div>
              </div>
            )}
          </Show>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function Beside(props: { user: User }) {
  return (
    <>
      <Badge {...userStatus(props.user)} />
      <Show when={props.user.id === me()?.user?.id}>
        <Tag>{t('users.you')}</Tag>
      </Show>
      <Show when={props.user.builtin}>
        <Tag>{t('users.builtin')}</Tag>
      </Show>
    </>
  );
}

function UserFacts(props: { user: User }) {
  const facts = () => {
    const { email, email_confirmed, created_at, last_login_at } = props.user;
    const address = email && (email_confirmed ? email : `${email} (${t('users.email_unconfirmed')})`);
    return [
      ...(address ? [[t('users.email'), address] as const] : []),
      [t('users.last_login'), last_login_at ? <RelativeTime at={last_login_at} /> : t('users.never')] as const,
      [t('users.created_at'), <RelativeTime at={created_at} />] as const,
    ];
  };
  return (
    <Card pad>
      <Facts facts={facts()} />
    </Card>
  );
}
