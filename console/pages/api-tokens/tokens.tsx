import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconKey, IconLock, IconSearch, IconWarn } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord, Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { approvesItself, useRoles } from '../roles/queries.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type ApiToken, type TokenFilter, useTokenPages } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

/** From this many on, a field finds them. */
const FIELD_FROM = 10;

/** /settings/tokens: what calls this server without a person. */
export default function ApiTokens() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<{ q?: string; role?: string; user_id?: string }>();
  const filter = createMemo<TokenFilter>(() => ({
    ...(search.q?.trim() && { q: search.q.trim() }),
    ...(search.role && { role: search.role }),
    ...(search.user_id && { user_id: search.user_id }),
  }));
  const filtered = () => Object.keys(filter()).length > 0;
  const clear = () => setSearch({ q: null, role: null, user_id: null });
  const tokens = useTokenPages(filter);
  const rows = () => (tokens.isSuccess ? tokens.data.pages.flatMap((page) => page.api_tokens) : []);
  const [revoking, setRevoking] = createSignal<ApiToken | undefined>();
  const columns = createColumns(setRevoking);
  const create = () => (
    <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/tokens/new')}>
      {t('tokens.new')}
    </LinkButton>
  );
  return (
    <SettingsPage title={t('settings.tokens')} actions={create()}>
      <Show when={filtered() || rows().length >= FIELD_FROM}>
        <div class="filters">
          <TextField
            label={t('tokens.find')}
            class="fsearch [&>.head]:sr-only"
            icon={IconSearch}
            value={search.q ?? ''}
            onChange={(q) => setSearch({ q: q || null }, { replace: true })}
            input={{ type: 'search', placeholder: t('tokens.find'), autocomplete: 'off', maxlength: 200 }}
          />
          <Show when={filtered()}>
            <Button look="quiet" onClick={clear}>
              {t('tokens.clear')}
            </Button>
          </Show>
        </div>
      </Show>
      <Card>
        <Loaded query={tokens} failed={t('tokens.failed')}>
          {() => (
            <Show when={rows().length > 0} fallback={<None filtered={filtered()} onClear={clear} />}>
              <Table label={t('settings.tokens')} columns={columns} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
        <Show when={tokens.hasNextPage}>
          <div class="card-foot justify-center">
            <Button busy={tokens.isFetchingNextPage} onClick={() => void tokens.fetchNextPage()}>
              {t('tokens.more')}
            </Button>
          </div>
        </Show>
      </Card>
      <RevokeDialog token={revoking()} onClose={() => setRevoking(undefined)} />
    </SettingsPage>
  );
}

function None(props: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconKey}
      title={props.filtered ? t('tokens.none_found') : t('tokens.none')}
      actions={
        <Show when={props.filtered}>
          <Button onClick={() => props.onClear()}>{t('tokens.clear')}</Button>
        </Show>
      }
    >
      {props.filtered ? t('tokens.none_found_why') : t('tokens.none_why')}
    </EmptyState>
  );
}

function createColumns(onRevoke: (token: ApiToken) => void): TableColumn<ApiToken>[] {
  const roles = useRoles();
  const role = (key: string) => (roles.isSuccess ? roles.data.roles.find((one) => one.key === key) : undefined);
  /** What the token may do: of its own role, and for a bound one no more than the account's. */
  const allowed = ({ role: own, user_role }: ApiToken) => {
    const permissions = role(own)?.permissions ?? [];
    const limit = user_role === null ? undefined : (role(user_role)?.permissions ?? []);
    return permissions.filter((permission) => limit === undefined || limit.includes(permission));
  };
  return [
    { header: t('tokens.name'), cell: (token) => <Name token={token} /> },
    {
      header: t('tokens.role'),
      cell: (token) => (
        <span class="row flex-wrap gap-y-0">
          {role(token.role)?.name ?? token.role}
          <Show when={approvesItself(allowed(token))}>
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
