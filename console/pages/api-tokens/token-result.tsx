import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { configQuery } from '../about/queries.ts';
import { mcpEndpoint } from '../applications/queries.ts';
import { useRoles } from '../roles/queries.ts';
import { curlExample } from './example.ts';
import type { IssuedToken } from './queries.ts';

/** The only time that the value shows: to copy, and a call that proves that it works. */
export function TokenResult(props: { token: IssuedToken }) {
  const company = useCompany();
  return (
    <Card title={t('tokens.created_title', { name: props.token.name })} pad>
      <div class="stack">
        <Note icon={IconWarn} look="warn">
          <strong>{t('tokens.once')}</strong> {t('tokens.once_why')}
        </Note>
        <CopyField label={t('tokens.value')} value={props.token.token} />
        <Show when={props.token.mcp_only} fallback={<Curl token={props.token} />}>
          <McpAddress />
        </Show>
        <div class="form-actions justify-end">
          <LinkButton look="primary" href={company.href('/settings/tokens')}>
            {t('tokens.done')}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

function Curl(props: { token: IssuedToken }) {
  const config = useQuery(configQuery);
  const roles = useRoles();
  const command = () => {
    const role = roles.isSuccess ? roles.data.roles.find(({ key }) => key === props.token.role) : undefined;
    const origin = config.isSuccess ? config.data.server.console_url : location.origin;
    return curlExample(origin, props.token.token, role?.permissions ?? []);
  };
  return (
    <div class="stack gap-2">
      <h3>{t('tokens.example')}</h3>
      <CopyField
        label={t('tokens.example')}
        value={command()}
        shown={command().replace(props.token.token, `${props.token.token.slice(0, 8)}…`)}
      />
    </div>
  );
}

function McpAddress() {
  const config = useQuery(configQuery);
  const url = () => (config.isSuccess ? mcpEndpoint(config.data) : undefined);
  return (
    <Show when={url()}>
      {(address) => (
        <div class="stack gap-2">
          <p class="sm dim">{t('tokens.example_mcp')}</p>
          <CopyField label={t('apps.address')} value={address()} />
        </div>
      )}
    </Show>
  );
}
