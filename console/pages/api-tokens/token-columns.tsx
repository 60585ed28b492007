import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { IconLock, IconWarn } from '../../ui/icons.ts';
import { StatusWord, Tag } from '../../ui/status.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { approvesItself, useRoles } from '../roles/queries.ts';
import type { ApiToken } from './queries.ts';

/** Columns of the list of tokens, the last of them to revoke one. */
export function createTokenColumns(onRevoke: (token: ApiToken) => void): TableColumn<ApiToken>[] {
  const roles = useRoles();
  const role = (key: string) => (roles.isSuccess ? roles.data.roles.find((one) => one.key === key) : undefined);
  /** What the token may do: of its own role, and for a bound one no more than the account's. */
  const allowed = ({ role: own, user_role }: ApiToken) => {
    const permissions = role(own)?.permissions ?? [];
    const limit = user_role === null ? undefined : (role(user_role)?.permissions ?? []);
    return permissions.filter((permission) => limit === undefined || limit.includes(permission));
  };
  const name = (key: string) => role(key)?.name ?? key;
  /** Its role, and that of the account where this takes something away. */
  const roleText = (token: ApiToken) => {
    const { role: own, user_role } = token;
    const limited = user_role !== null && allowed(token).length < (role(own)?.permissions.length ?? 0);
    return limited ? t('tokens.limited', { role: name(own), limit: name(user_role) }) : name(own);
  };
  return [
    { header: t('tokens.name'), cell: (token) => <Name token={token} /> },
    {
      header: t('tokens.role'),
      cell: (token) => (
        <span class="row flex-wrap gap-y-0">
          {roleText(token)}
          <Show when={!token.mcp_only && approvesItself(allowed(token))}>
            <Tooltip text={t('tokens.approves_why')} class="flag" tabIndex={0}>
              <IconWarn />
              {t('tokens.approves')}
            </Tooltip>
          </Show>
        </span>
      ),
    },
    {
      header: t('tokens.bound'),
      kind: 'wrap',
      cell: (token) => <ActsFor token={token} />,
    },
    { header: t('tokens.expires'), cell: (token) => <Expiry at={token.expires_at} /> },
    {
      header: t('tokens.last_used'),
      cell: (token) => (
        <Show when={token.last_used_at} fallback={<span class="muted">{t('tokens.never')}</span>}>
          {(at) => <RelativeTime at={at()} />}
        </Show>
      ),
    },
    { header: t('tokens.issued_by'), cell: (token) => token.issued_by },
    {
      header: t('tokens.acts'),
      hideHeader: true,
      kind: 'num',
      cell: (token) => (
        <Button
          size="s"
          look="quiet"
          aria-label={t('tokens.revoke_one', { name: token.name })}
          onClick={() => onRevoke(token)}
        >
          {t('tokens.revoke')}
        </Button>
      ),
    },
  ];
}

/** The account, and whether it is disabled, since then the token opens nothing. */
function ActsFor(props: { token: ApiToken }) {
  const company = useCompany();
  return (
    <Show when={props.token.user_id} fallback={<span class="muted">{t('tokens.bound_none')}</span>}>
      {(id) => (
        <>
          <Show when={can('users.manage')} fallback={props.token.username}>
            <a class="link" href={company.href(`/settings/users/${id()}`)}>
              {props.token.username}
            </a>
          </Show>
          <Show when={props.token.user_disabled}>
            <span class="block">
              <StatusWord tone="warn" icon={IconLock} word={t('tokens.account_disabled')} />
            </span>
          </Show>
        </>
      )}
    </Show>
  );
}

function Name(props: { token: ApiToken }) {
  return (
    <span class="row">
      <span class="strong ellipsis max-w-64" title={props.token.name}>
        {props.token.name}
      </span>
      <Show when={props.token.mcp_only}>
        <Tag look="ai">{t('tokens.mcp_only')}</Tag>
      </Show>
    </span>
  );
}

function Expiry(props: { at: string | null }) {
  const over = (at: string) => new Date(at) <= now();
  return (
    <Show when={props.at} fallback={<span class="muted">{t('tokens.never')}</span>}>
      {(at) => (
        <Show when={over(at())} fallback={<RelativeTime at={at()} />}>
          <StatusWord tone="warn" icon={IconWarn} word={t('tokens.expired')} />
        </Show>
      )}
    </Show>
  );
}
