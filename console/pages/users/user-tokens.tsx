import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { IconKey } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { useSomeTokens } from '../api-tokens/queries.ts';
import { ActsFor } from './acts-for.tsx';
import type { UserDetail } from './queries.ts';

const SHOWN = 5;

/** API tokens that act for the account. Absent too where the reader may not see them. */
export function UserTokens(props: { user: UserDetail }) {
  const company = useCompany();
  const tokens = useSomeTokens(() => ({ user_id: props.user.id, limit: SHOWN }));
  const more = () => tokens.isSuccess && tokens.data.next_cursor !== undefined;
  const href = () => company.href(`/settings/tokens?user_id=${props.user.id}`);
  return (
    <ActsFor
      title={t('users.tokens')}
      end={
        <Show when={more()}>
          <a class="link" href={href()}>
            {t('users.all_tokens')}
          </a>
        </Show>
      }
      icon={IconKey}
      rows={tokens.isSuccess ? tokens.data.api_tokens : []}
      hrefOf={href}
    >
      {(token) => (
        <Show when={token.last_used_at} fallback={t('tokens.unused')}>
          {(at) => <RelativeTime at={at()} />}
        </Show>
      )}
    </ActsFor>
  );
}
