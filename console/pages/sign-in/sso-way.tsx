import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/button.tsx';
import { IconError, IconKey } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { keepNext } from '../sso/kept-next.ts';
import { useAuthState } from './auth-state.ts';

/** The way in that leads over the identity provider, above the one with a password. */
export function SsoWay(props: { next: string; failed: boolean }) {
  const state = useAuthState();
  const sso = () => (state()?.sso.enabled ? state()?.sso : undefined);
  return (
    <>
      <Show when={props.failed}>
        <Note icon={IconError} look="err">
          {t('sso.failed')}
        </Note>
      </Show>
      <Show when={sso()}>
        {(found) => (
          <>
            {/* The server answers there, not a page of the console. */}
            <LinkButton
              size="l"
              full
              icon={IconKey}
              rel="external"
              href={startOf(props.next)}
              onClick={() => keepNext(props.next)}
            >
              {t('sso.continue', { label: found().label })}
            </LinkButton>
            <div class="or">{t('sso.or')}</div>
          </>
        )}
      </Show>
    </>
  );
}

const startOf = (next: string) =>
  next === '/' ? '/api/auth/oidc/start' : `/api/auth/oidc/start?${new URLSearchParams({ redirect_to: next })}`;
