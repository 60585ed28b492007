import * as D from '@kobalte/core/dialog';
import { type RouteSectionProps, useLocation } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { createEffect, createSignal, ErrorBoundary, on, Show } from 'solid-js';
import { api } from '../api.ts';
import { t } from '../i18n/index.ts';
import { reconnectLive, staleSince } from '../live.ts';
import { proposalsOf, standingOf } from '../pages/approvals/proposals.ts';
import { hasPage } from '../pages.ts';
import { can } from '../session.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { StaleBar } from '../ui/stale-bar.tsx';
import { Skeleton } from '../ui/states.tsx';
import { AuditWarning } from './audit-warning.tsx';
import { BrokenPage } from './broken-page.tsx';
import { ConsolePalette } from './console-palette.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { mayOpen } from './may-open.ts';
import { mayUse, nav } from './nav.ts';
import { NotAllowed } from './not-found.tsx';
import { Rail, type RailProps } from './rail.tsx';
import { Steady } from './steady.tsx';
import { TopBar } from './top-bar.tsx';

const FOLDED = 'muster.rail';

/** What stays around every page: rail, top bar, the bar for stale data, palette, toasts. */
export default function Shell(props: RouteSectionProps) {
  const [folded, setFolded] = createSignal(localStorage.getItem(FOLDED) === 'folded');
  const [drawer, setDrawer] = createSignal(false);
  const [palette, setPalette] = createSignal(false);
  const [keys, setKeys] = createSignal(false);
  const location = useLocation();
  const rail = createRail();
  createEffect(
    on(
      () => location.pathname,
      () => setDrawer(false),
      { defer: true },
    ),
  );
  createEffect(() => localStorage.setItem(FOLDED, folded() ? 'folded' : 'open'));
  useShortcuts({
    'mod+k': { label: () => t('palette.title'), run: () => setPalette(true) },
    '?': { label: () => t('keys.title'), run: () => setKeys(true) },
  });
  return (
    <div class={`shell ${folded() ? 'folded' : ''}`}>
      {/* biome-ignore lint/a11y/useValidAnchor: a real target; the click only moves the focus as well */}
      <a class="skip" href="#main" onClick={skip}>
        {t('nav.skip')}
      </a>
      <nav class="rail" aria-label={t('nav.main')}>
        <Rail {...rail} onFold={() => setFolded(!folded())} />
      </nav>
      <div class="shell-main">
        <TopBar onMenu={() => setDrawer(true)} onSearch={() => setPalette(true)} />
        <AuditWarning />
        <StaleBar since={staleSince()} onReconnect={reconnectLive} />
        <ErrorBoundary fallback={(error, reset) => <BrokenPage error={error} onRetry={reset} />}>
          <Steady first={<PageSkeleton />}>
            <Show when={mayOpen(location.pathname)} fallback={<NotAllowed />}>
              {props.children}
            </Show>
          </Steady>
        </ErrorBoundary>
      </div>
      <Drawer open={drawer()} onOpenChange={setDrawer} rail={rail} />
      <ConsolePalette open={palette()} onOpenChange={setPalette} onKeys={() => setKeys(true)} />
      <KeysDialog open={keys()} onOpenChange={setKeys} />
      <p class="vh" role="status">
        {rail.counts.waiting > 0 ? t('nav.waiting', { count: rail.counts.waiting }) : ''}
      </p>
    </div>
  );
}

/** Entries this principal may use, with their numbers, and whose server it is. */
function createRail(): RailProps {
  const dashboard = useQuery(() => ({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api('GET /api/dashboard', { signal }),
  }));
  const approvals = useQuery(() => ({
    queryKey: ['approvals'],
    queryFn: ({ signal }) => api('GET /api/approvals', { signal }),
    enabled: can('jobs.view'),
  }));
  const config = useQuery(() => ({
    queryKey: ['config'],
    queryFn: ({ signal }) => api('GET /api/config', { signal }),
  }));
  return {
    get groups() {
      // While the console is being built, development shows where pages are still to come.
      const ready = (path: string) => import.meta.env.DEV || hasPage(path);
      return nav.map((group) => group.filter((entry) => mayUse(entry) && ready(entry.path)));
    },
    get counts() {
      const data = dashboard.isSuccess ? dashboard.data : undefined;
      return {
        // As the queue counts: one for a proposal, however many devices and companies it names.
        waiting:
          (approvals.isSuccess ? proposalsOf(approvals.data.approvals, undefined).length : 0) +
          (approvals.isSuccess ? standingOf(approvals.data.approvals).length : 0) +
          (data?.proposals?.waiting ?? 0),
        // Of what is silenced somebody knows.
        alerts: (data?.alerts?.open ?? 0) - (data?.alerts?.suppressed ?? 0),
        applications: data?.oauth_apps?.pending ?? 0,
      };
    },
    get instance() {
      return config.isSuccess ? config.data.server.instance_name : '';
    },
    get version() {
      return config.isSuccess ? config.data.server.version : '';
    },
  };
}

/** The router would take a bare #main for a navigation, and the browser alone would not move the focus. */
function skip(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Drawer(props: { open: boolean; onOpenChange: (open: boolean) => void; rail: RailProps }) {
  return (
    <D.Root open={props.open} onOpenChange={props.onOpenChange}>
      <D.Portal>
        <D.Overlay class="scrim" />
        <D.Content class="drawer" aria-label={t('nav.main')}>
          <nav aria-label={t('nav.main')}>
            <Rail {...props.rail} />
          </nav>
        </D.Content>
      </D.Portal>
    </D.Root>
  );
}

function PageSkeleton() {
  return (
    <main id="main" class="page">
      <Skeleton kind="lines" rows={6} />
    </main>
  );
}
