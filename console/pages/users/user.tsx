import { useParams } from '@solidjs/router';
import { type JSX, Show } from 'solid-js';
import { ApiError } from '../../api-error.ts';
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
import { type UserDetail, useUser } from './queries.ts';
import { SignInTags } from './sign-in-tags.tsx';
import { userStatus } from './status.ts';
import { UserEmail } from './user-email.tsx';
import { UserRole } from './user-role.tsx';
import { UserScope } from './user-scope.tsx';
import { UserSecondFactor } from './user-second-factor.tsx';
import { UserState } from './user-state.tsx';
import { UserTokens } from './user-tokens.tsx';

/** /settings/users/:id: one account, its access, role, sign-in and state. */
export default function UserPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const query = useUser(() => params.id);
  const user = () => (query.isSuccess ? query.data : undefined);
  const gone = () => query.isError && query.error instanceof ApiError && [400, 403, 404].includes(query.error.status);
  return (
    <SettingsPage
      title={user()?.username ?? t('users.name')}
      crumbs={[{ label: t('settings.users'), href: company.href('/settings/users') }]}
      beside={<Show when={user()}>{(found) => <Beside user={found()} />}</Show>}
    >
      <Show when={!gone()} fallback={<Gone />}>
        <Loaded query={query} failed={t('users.failed')}>
          {(found) => (
            <div class="cols">
              <UserScope user={found()} />
              <div class="stack">
                <UserRole user={found()} />
                <UserEmail user={found()} />
                <UserSecondFactor user={found()} />
                <UserTokens user={found()} />
                <UserFacts user={found()} />
                <UserState user={found()} />
              </div>
            </div>
          )}
        </Loaded>
      </Show>
    </SettingsPage>
  );
}

function Gone() {
  return (
    <Card>
      <EmptyState icon={IconUsers} title={t('missing.title')}>
        {t('users.gone')}
      </EmptyState>
    </Card>
  );
}

function Beside(props: { user: UserDetail }) {
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

function UserFacts(props: { user: UserDetail }) {
  const facts = (): (readonly [string, JSX.Element])[] => {
    const { created_at, last_login_at } = props.user;
    return [
      [t('users.sign_in'), <SignInTags user={props.user} />],
      [t('users.last_login'), last_login_at ? <RelativeTime at={last_login_at} /> : t('users.never')],
      [t('users.created_at'), <RelativeTime at={created_at} />],
    ];
  };
  return (
    <Card pad>
      <Facts facts={facts()} />
    </Card>
  );
}
