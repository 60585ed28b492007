import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconGlobe, IconRoles } from '../../ui/icons.ts';
import { Tag } from '../../ui/status.tsx';
import type { User } from './queries.ts';

/** How an account signs in, beyond a password. */
export function SignInTags(props: { user: Pick<User, 'totp_enabled' | 'sso_linked'> }) {
  return (
    <Show
      when={props.user.totp_enabled || props.user.sso_linked}
      fallback={<span class="muted">{t('users.password_only')}</span>}
    >
      <span class="row gap-1 flex-wrap">
        <Show when={props.user.totp_enabled}>
          <Tag icon={IconRoles}>{t('users.two_step')}</Tag>
        </Show>
        <Show when={props.user.sso_linked}>
          <Tag icon={IconGlobe}>{t('users.sso')}</Tag>
        </Show>
      </span>
    </Show>
  );
}
