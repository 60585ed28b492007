import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { IconKey } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { useSomeTokens } from '../api-tokens/queries.ts';
import type { UserDetail } from './queries.ts';

const SHOWN = 5;

/** Tokens that act for the account: they stop with it. Absent where there are none, or the reader may not see them. */
export function UserTokens(props: { user: UserDetail }) {
  const company = useCompany();
  const tokens = useSomeTokens(() => ({ user_id: props.user.id, limit: SHOWN }));
  const rows = () => (tokens.isSuccess ? tokens.data.api_tokens : []);
  const more = () => tokens.isSuccess && tokens.data.next_cursor !== undefined;
  return (
    <Show when={rows().length > 0}>
      <Card
        title={t('users.tokens')}
        end={
          <Show when={more()}>
            <a class="link" href={company.href(`/settings/tokens?user_id=${props.user.id}`)}>
              {t('users.all_tokens')}
            </a>
          </Show>
        }
      >
        <ul class="list sm">
          <For each={rows()}>
            {(token) => (
              <li class="tight">
                <IconKey class="i-sm" />
                <a class="link grow wrap-anywhere" href={company.href(`/settings/tokens?user_id=${props.user.id}`)}>
                  {token.name}
                </a>
                <span class="xs muted">
                  <Show when={token.last_used_at} fallback={t('tokens.unused')}>
                    {(at) => <RelativeTime at={at()} />}
                  </Show>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Card>
    </Show>
  );
}
