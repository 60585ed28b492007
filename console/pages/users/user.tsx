import { useParams } from '@solidjs/router';
import { type JSX, Show } from 'solid-js';
import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconLock, IconUsers } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Badge, Note, Tag } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { permissionLabel } from '../roles/areas.ts';
import { lackedIn, useRoles } from '../roles/queries.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type UserDetail, useUser } from './queries.ts';
import { scopeText } from './scope-text.ts';
import { SignInTags } from './sign-in-tags.tsx';
import { userStatus } from './status.ts';
import { UserApplications } from './user-applications.tsx';
import { UserEmail } from './user-email.tsx';
import { UserPassword } from './user-password.tsx';
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
          {(found) => <Manage user={found()} />}
        </Loaded>
      </Show>
    </SettingsPage>
  );
}

/** Nobody manages an account that holds what they lack; then the page says so, and is for reading. */
function Manage(props: { user: UserDetail }) {
  const roles = useRoles();
  const role = () => (roles.isSuccess ? roles.data.roles.find(({ key }) => key === props.user.role) : undefined);
  const lacked = () => lackedIn(role() ?? { permissions: [] }).map((permission) => t(permissionLabel(permission)));
  return (
    <Show when={lacked().length > 0} fallback={<Sections user={props.user} />}>
      <div class="stack max-w-180">
        <Note icon={IconLock}>{t('users.exceeds', { permissions: lacked().join('; ') })}</Note>
        <UserFacts user={props.user} role={role()?.name} />
      </div>
    </Show>
  );
}

function Sections(props: { user: UserDetail }) {
  return (
    <div class="cols">
      <UserScope user={props.user} />
      <div class="stack">
        <UserRole user={props.user} />
        <UserEmail user={props.user} />
        <UserPassword user={props.user} />
        <UserSecondFactor user={props.user} />
        <UserTokens user={props.user} />
        <UserApplications user={props.user} />
        <UserFacts user={props.user} />
        <UserState user={props.user} />
      </div>
    </div>
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

function UserFacts(props: { user: UserDetail; role?: string | undefined }) {
  const organisation = useOrganisation();
  const facts = (): (readonly [string, JSX.Element])[] => {
    const { created_at, last_login_at } = props.user;
    const { role, user } = props;
    const access = () => scopeText(user, organisation.place, Number.POSITIVE_INFINITY);
    return [
      ...(role ? [[t('users.role'), role] as const, [t('users.access'), access()] as const] : []),
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
