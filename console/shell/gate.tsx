import { type RouteSectionProps, useLocation, useNavigate } from '@solidjs/router';
import { createEffect, createSignal, ErrorBoundary, Match, on, onMount, Switch } from 'solid-js';
import { consolePath } from '../../schema/console-path.ts';
import { api } from '../api.ts';
import { chooseLanguage, preferredLanguage, t } from '../i18n/index.ts';
import { startLive, stopLive } from '../live.ts';
import { queries } from '../queries.ts';
import { leftOnPurpose, loadPrincipal, me } from '../session.ts';
import { token } from '../token.ts';
import { ErrorState } from '../ui/states.tsx';
import { clearToasts, ToastRegion } from '../ui/toast.tsx';

const OPEN = ['/sign-in', '/setup', '/sso', '/forgot-password', '/reset-password', '/confirm-email'];

/**
 * Stands before every page: nobody without a session sees one, and losing it (a 401, sign-out in another tab) leads to
 * the sign-in, and back to the same address afterwards; signing out leads to the sign-in alone.
 */
export function Gate(props: RouteSectionProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = createSignal<unknown>();
  const open = () => OPEN.includes(location.pathname);

  async function settle() {
    setFailure(undefined);
    try {
      if (token() !== undefined && !me()) await loadPrincipal();
      if (token() === undefined && !open()) await toEntrance();
    } catch (error) {
      setFailure(error);
    }
  }
  async function toEntrance() {
    const { needs_bootstrap } = await api('GET /api/auth/state');
    const here = `${location.pathname}${location.search}`;
    const next = here === '/' || leftOnPurpose() ? '' : `?next=${encodeURIComponent(here)}`;
    navigate(needs_bootstrap ? '/setup' : `/sign-in${next}`, { replace: true });
  }

  createEffect(on([token, open], () => void settle()));
  createEffect(
    on(me, (principal, before) => {
      if (!principal) {
        stopLive();
        if (before) {
          queries.clear();
          clearToasts();
        }
        return;
      }
      startLive();
      void chooseLanguage(preferredLanguage(principal.user?.language));
    }),
  );

  return (
    <>
      <Switch>
        <Match when={failure() !== undefined}>
          <Failure what={t('gate.failed')} error={failure()} onRetry={() => void settle()} />
        </Match>
        <Match when={open() || me()}>
          <ErrorBoundary
            fallback={(error) => (
              <Failure what={t('broken.what')} error={error} onRetry={() => window.location.reload()} />
            )}
          >
            {props.children}
          </ErrorBoundary>
        </Match>
      </Switch>
      <ToastRegion />
    </>
  );
}

function Failure(props: { what: string; error: unknown; onRetry: () => void }) {
  onMount(() => console.error(props.error));
  return (
    <main class="entrance">
      <div class="first">
        <ErrorState what={props.what} error={props.error} retry={props.onRetry} />
      </div>
    </main>
  );
}

/** Where to go after signing in: only ever a path of this console. */
export function nextPath(next: string | undefined): string {
  return consolePath(next);
}
