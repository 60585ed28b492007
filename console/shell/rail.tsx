import { useLocation } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { IconButton } from '../ui/button.tsx';
import { IconPanel } from '../ui/icons.ts';
import { Mark } from '../ui/mark.tsx';
import { Count } from '../ui/status.tsx';
import { useCompany } from './company.ts';
import type { NavEntry } from './nav.ts';

/** Numbers behind entries; zero shows nothing. */
export type NavCounts = { waiting: number; alerts: number; applications: number };

export type RailProps = {
  groups: readonly (readonly NavEntry[])[];
  counts: NavCounts;
  /** Below the entries: whose server this is, and its version. */
  instance: string;
  version: string;
  /** Left out in the drawer, which closes by itself. */
  onFold?: () => void;
};

/** The way to every place. Folded, it shows icons, and names them in tooltips of the browser. */
export function Rail(props: RailProps) {
  const company = useCompany();
  return (
    <div class="rail-in">
      <a class="brand" href={company.href('/')} aria-label="Muster">
        <Mark />
        <span>Muster</span>
      </a>
      <div>
        <For each={props.groups.filter((group) => group.length > 0)}>
          {(group, index) => (
            <>
              <Show when={index() > 0}>
                <div class="nav-gap" />
              </Show>
              <ul class="nav">
                <For each={group}>
                  {(entry) => (
                    <li>
                      <NavLink entry={entry} counts={props.counts} />
                    </li>
                  )}
                </For>
              </ul>
            </>
          )}
        </For>
      </div>
      <div class="rail-foot">
        <span class="word min-w-0 grow">
          <span class="ellipsis block" title={props.instance}>
            {props.instance}
          </span>
          Muster {props.version}
        </span>
        <Show when={props.onFold}>
          <IconButton icon={IconPanel} size="s" look="quiet" label={t('nav.fold')} onClick={() => props.onFold?.()} />
        </Show>
      </div>
    </div>
  );
}

const countLabels = {
  waiting: 'nav.waiting',
  alerts: 'nav.alerts_open',
  applications: 'nav.applications_waiting',
} as const;

function NavLink(props: { entry: NavEntry; counts: NavCounts }) {
  const location = useLocation();
  const company = useCompany();
  const here = () =>
    location.pathname === props.entry.path ||
    (props.entry.path !== '/' && location.pathname.startsWith(`${props.entry.path}/`));
  const count = () => (props.entry.count ? props.counts[props.entry.count] : 0);
  return (
    <a href={company.href(props.entry.path)} aria-current={here() ? 'page' : undefined} title={t(props.entry.label)}>
      <props.entry.icon />
      <span class="word">{t(props.entry.label)}</span>
      <Show when={count() > 0}>
        <Count
          value={count()}
          look={props.entry.count === 'alerts' ? 'err' : 'ask'}
          label={t(countLabels[props.entry.count ?? 'waiting'], { count: count() })}
        />
      </Show>
    </a>
  );
}
