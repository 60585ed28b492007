import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconKey, IconSearch } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table/table.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { type ApiToken, type TokenFilter, useTokenPages } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { createTokenColumns } from './token-columns.tsx';

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
  const columns = createTokenColumns(setRevoking);
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
      <p class="hint mt-3">
        {t('apps.of_user_token')}{' '}
        <a class="link underline" href={company.href('/ai/applications')}>
          {t('apps.title')}
        </a>
      </p>
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
