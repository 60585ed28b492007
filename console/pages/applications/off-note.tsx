import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { IconInfo } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { configQuery } from '../about/queries.ts';
import { decides } from './queries.ts';

/** Says that no application can sign in here, and to whoever may care for it, what is missing. */
export function OffNote() {
  const config = useQuery(configQuery);
  const off = () => config.isSuccess && !config.data.server.mcp_oauth_enabled;
  return (
    <Show when={off()}>
      <div class="mb-4">
        <Note icon={IconInfo}>
          <Show when={decides()} fallback={t('apps.off_reader')}>
            <strong>{t('apps.off')}</strong>{' '}
            {rich('apps.off_why', {
              enabled: <code class="mono">RMM_MCP_OAUTH_ENABLED</code>,
              url: <code class="mono">RMM_MCP_PUBLIC_URL</code>,
            })}
          </Show>
        </Note>
      </div>
    </Show>
  );
}
