import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { IconKey, IconUser } from '../../ui/icons.ts';
import { useApiTokens } from '../api-tokens/queries.ts';
import { useUsers } from '../users/queries.ts';
import type { Role } from './queries.ts';

/** Accounts and tokens of a role: by name where the reader may see them, else counted. */
export function RoleHolders(props: { role: Role }) {
  const company = useCompany();
  const users = useUsers();
  const tokens = useApiTokens();
  const ofRole = <T extends { role: string }>(all: readonly T[]) => all.filter(({ role }) => role === props.role.key);
  const people = () => (users.isSuccess ? ofRole(users.data.users) : []);
  const issued = () => (tokens.isSuccess ? ofRole(tokens.data.api_tokens) : []);
  return (
    <Card title={t('roles.used_by')}>
      <Show
        when={props.role.user_count + props.role.token_count > 0}
        fallback={<p class="card-body sm muted">{t('roles.used_by_nobody')}</p>}
      >
        <ul class="list sm max-h-96 overflow-auto">
          <Show when={!can('users.manage') && props.role.user_count > 0}>
            <li class="tight">{t('roles.user_count', { count: props.role.user_count })}</li>
          </Show>
          <For each={people()}>
            {(user) => (
              <li class="tight">
                <IconUser class="i-sm" />
                <a class="link ellipsis" title={user.username} href={company.href(`/settings/users/${user.id}`)}>
                  {user.username}
                </a>
              </li>
            )}
          </For>
          <Show when={!can('api_tokens.manage') && props.role.token_count > 0}>
            <li class="tight">{t('roles.token_count', { count: props.role.token_count })}</li>
          </Show>
          <For each={issued()}>
            {(token) => (
              <li class="tight">
                <IconKey class="i-sm" />
                <a class="link ellipsis" title={token.name} href={company.href('/settings/tokens')}>
                  {token.name}
                </a>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Card>
  );
}
