import { For, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { IconKey, IconUser } from '../../ui/icons.ts';
import { useSomeTokens } from '../api-tokens/queries.ts';
import { useSomeUsers } from '../users/queries.ts';
import type { Role } from './queries.ts';

/** So many of each are named; the rest is one link away. */
const NAMED = 10;

/** Accounts and tokens of a role: by name where the reader may see them, else counted. */
export function RoleHolders(props: { role: Role }) {
  const company = useCompany();
  const mine = () => ({ role: props.role.key, limit: NAMED });
  const users = useSomeUsers(mine);
  const tokens = useSomeTokens(mine);
  const people = () => (users.isSuccess ? users.data.users : []);
  const issued = () => (tokens.isSuccess ? tokens.data.api_tokens : []);
  return (
    <Card title={t('roles.used_by')}>
      <Show
        when={props.role.user_count + props.role.token_count > 0}
        fallback={<p class="card-body sm muted">{t('roles.used_by_nobody')}</p>}
      >
        <ul class="list sm">
          <For each={people()}>
            {(user) => (
              <li class="tight">
                <IconUser class="i-sm" />
                <Link href={company.href(`/settings/users/${user.id}`)}>{user.username}</Link>
              </li>
            )}
          </For>
          <Show when={!can('users.manage') && props.role.user_count > 0}>
            <li class="tight">{t('roles.user_count', { count: props.role.user_count })}</li>
          </Show>
          <Show when={can('users.manage') && props.role.user_count > NAMED}>
            <li class="tight">
              <Link href={company.href(`/settings/users?role=${props.role.key}`)}>
                {t('roles.all_users', { count: props.role.user_count })}
              </Link>
            </li>
          </Show>
          <For each={issued()}>
            {(token) => (
              <li class="tight">
                <IconKey class="i-sm" />
                <Link href={company.href(`/settings/tokens?q=${encodeURIComponent(token.name)}`)}>{token.name}</Link>
              </li>
            )}
          </For>
          <Show when={!can('api_tokens.manage') && props.role.token_count > 0}>
            <li class="tight">{t('roles.token_count', { count: props.role.token_count })}</li>
          </Show>
          <Show when={can('api_tokens.manage') && props.role.token_count > NAMED}>
            <li class="tight">
              <Link href={company.href(`/settings/tokens?role=${props.role.key}`)}>
                {t('roles.all_tokens', { count: props.role.token_count })}
              </Link>
            </li>
          </Show>
        </ul>
      </Show>
    </Card>
  );
}

function Link(props: { href: string; children: JSX.Element }) {
  return (
    <a class="link min-w-0 wrap-anywhere" href={props.href}>
      {props.children}
    </a>
  );
}
