import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd, IconKey, IconWarn } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord, Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { approvesItself, useRoles } from '../roles/queries.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type ApiToken, useApiTokens } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

/** /settings/tokens: what calls this server without a person. */
export default function ApiTokens() {
  const company = useCompany();
  const tokens = useApiTokens();
  const [revoking, setRevoking] = createSignal<ApiToken | undefined>();
  const columns = createColumns(setRevoking);
  const create = () => (
    <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/tokens/new')}>
      {t('tokens.new')}
    </LinkButton>
  );
  return (
    <SettingsPage title={t('settings.tokens')} actions={create()}>
      <Card>
        <Loaded query={tokens} failed={t('tokens.failed')}>
          {(data) => (
            <Show
              when={data().api_tokens.length > 0}
              fallback={
                <EmptyState icon={IconKey} title={t('tokens.none')}>
                  {t('tokens.none_why')}
                </EmptyState>
              }
            >
              <Table label={t('settings.tokens')} columns={columns} rows={data().api_tokens} />
            </Show>
          )}
        </Loaded>
      </Card>
      <RevokeDialog token={revoking()} onClose={() => setRevoking(undefined)} />
    </SettingsPage>
  );
}

function createColumns(onRevoke: (token: ApiToken) => void): TableColumn<ApiToken>[] {
  const roles = useRoles();
  const role = (key: string) => (roles.isSuccess ? roles.data.roles.find((one) => one.key === key) : undefined);
  return [
    { header: t('tokens.name'), cell: (token) => <Name token={token} /> },
    {
      header: t('tokens.role'),
      cell: (token) => (
        <span class="row">
          {role(token.role)?.name ?? token.role}
          <Show when={approvesItself(role(token.role)?.permissions ?? [])}>
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
      cell: (token) => token.username ?? <span class="muted">{t('tokens.bound_none')}</span>,
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
