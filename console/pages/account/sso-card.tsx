import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Card } from '../../ui/card.tsx';
import { IconKey } from '../../ui/icons.ts';
import { Tag } from '../../ui/status.tsx';
import { useAuthState } from '../sign-in/auth-state.ts';

/** Whether this account signs in over single sign-on alone: it has no use of a password here while that is on. */
export function useSsoOnly(): () => boolean {
  const state = useAuthState();
  return () => (me()?.user?.sso_linked ?? false) && (state()?.sso.enabled ?? false);
}

/** Where such an account signs in. */
export function SsoCard() {
  const state = useAuthState();
  return (
    <Card title={t('sso.card')} pad>
      <div class="stack gap-2">
        <div>
          <Tag icon={IconKey}>{t('sso.card_linked', { label: state()?.sso.label ?? '' })}</Tag>
        </div>
        <p class="hint">{t('sso.card_why')}</p>
      </div>
    </Card>
  );
}
