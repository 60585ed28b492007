import { useSearchParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import type { IssuedToken } from './queries.ts';
import { TokenForm } from './token-form.tsx';
import { TokenResult } from './token-result.tsx';

/**
 * /settings/tokens/new: the form, and then the token, once. It lives in this page only, so leaving it forgets the value.
 * ?for=mcp, with which AI applications lead here, ticks that it is for them alone.
 */
export default function NewToken() {
  const company = useCompany();
  const [search] = useSearchParams<{ for?: string }>();
  const [issued, setIssued] = createSignal<IssuedToken | undefined>();
  return (
    <SettingsPage
      title={t('tokens.create_title')}
      crumbs={[{ label: t('settings.tokens'), href: company.href('/settings/tokens') }]}
    >
      <div class="max-w-180">
        <Show when={issued()} fallback={<TokenForm mcpOnly={search.for === 'mcp'} onIssued={setIssued} />}>
          {(token) => <TokenResult token={token()} />}
        </Show>
      </div>
    </SettingsPage>
  );
}
