import { useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code/code.tsx';
import { CopyField, createCopy } from '../../ui/copy.tsx';
import { IconAdd, IconCheck, IconCopy } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { configQuery } from '../about/queries.ts';
import { mcpEndpoint } from './queries.ts';
import { type Client, clients, type Snippet, snippetFor, type Way } from './snippets.ts';

/** The address, and how each application is told of it; ?client= and ?way= choose. */
export function Connect() {
  const config = useQuery(configQuery);
  return (
    <Loaded query={config} failed={t('apps.failed')} skeleton={<Skeleton kind="lines" rows={6} />}>
      {(data) => <Steps url={mcpEndpoint(data())} oauth={data().server.mcp_oauth_enabled} />}
    </Loaded>
  );
}

function Steps(props: { url: string; oauth: boolean }) {
  const [search, setSearch] = useSearchParams<{ client?: string; way?: string }>();
  const client = (): Client => clients.find((one) => one === search.client) ?? 'claude_code';
  const way = (): Way => (props.oauth && search.way !== 'token' ? 'oauth' : 'token');
  return (
    <div class="stack max-w-180">
      <Card title={t('apps.address')} pad>
        <div class="stack gap-2">
          <CopyField label={t('apps.address')} value={props.url} />
          <p class="hint">{t('apps.address_why')}</p>
        </div>
      </Card>
      <Card title={t('apps.tab_connect')} pad>
        <div class="stack gap-4">
          <Show when={props.oauth}>
            <div class="row">
              <Segmented
                label={t('apps.way')}
                segments={(['oauth', 'token'] as const).map((value) => ({ value, label: t(`apps.way_${value}`) }))}
                value={way()}
                onChange={(value) => setSearch({ way: value === 'oauth' ? null : value }, { replace: true })}
              />
            </div>
          </Show>
          <WayWords way={way()} />
          <Select
            label={t('apps.client')}
            options={clients.map((value) => ({ value, label: t(`apps.client_${value}`) }))}
            value={client()}
            onChange={(value) => setSearch({ client: value === 'claude_code' ? null : value }, { replace: true })}
          />
          <p class="sm">{t(`apps.${client()}_${way()}`)}</p>
          <Show when={snippetFor(client(), way(), props.url)}>{(snippet) => <Paste snippet={snippet()} />}</Show>
        </div>
      </Card>
      <Card title={t('apps.limits')} pad>
        <p class="sm dim">{t('apps.limits_why')}</p>
      </Card>
    </div>
  );
}

function WayWords(props: { way: Way }) {
  const company = useCompany();
  return (
    <Show when={props.way === 'token'} fallback={<p class="sm dim">{t('apps.way_oauth_why')}</p>}>
      <div class="row flex-wrap justify-between">
        <p class="sm dim min-w-0 flex-1 basis-60">{t('apps.way_token_why')}</p>
        <Show when={can('api_tokens.manage')}>
          <LinkButton icon={IconAdd} href={company.href('/settings/tokens/new?for=mcp')}>
            {t('apps.token_new')}
          </LinkButton>
        </Show>
      </div>
    </Show>
  );
}

function Paste(props: { snippet: Snippet }) {
  const { copied, copy } = createCopy(() => props.snippet.text);
  return (
    <Show
      when={props.snippet.kind === 'file'}
      fallback={
        <CopyField
          label={t(props.snippet.kind === 'header' ? 'apps.snippet_header' : 'apps.snippet_command')}
          value={props.snippet.text}
        />
      }
    >
      <div class="stack gap-2">
        <CodeBlock label={t('apps.snippet_file')} text={props.snippet.text} />
        <div class="row justify-end">
          <Button size="s" icon={copied() ? IconCheck : IconCopy} onClick={copy}>
            {copied() ? t('ui.copied') : t('ui.copy')}
          </Button>
          <span class="vh" role="status">
            {copied() ? t('ui.copied') : ''}
          </span>
        </div>
      </div>
    </Show>
  );
}
