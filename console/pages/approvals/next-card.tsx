import { For, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import type { Icon } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/time.tsx';

/** Proposals shown as the next ones. */
const AHEAD = 3;

/** What waits besides; absent when nothing does. */
export function NextCard<One>(props: { all: readonly One[]; children: (one: One) => JSX.Element }) {
  return (
    <Show when={props.all.length > 0}>
      <Card
        title={t('approvals.next_title')}
        end={<span class="xs muted">{t('approvals.next_more', { count: props.all.length })}</span>}
      >
        <ul class="list">
          <For each={props.all.slice(0, AHEAD)}>{(one) => props.children(one)}</For>
        </ul>
      </Card>
    </Show>
  );
}

export function NextRow(props: { icon: Icon; href: string; title: string; at: string }) {
  return (
    <li class="tight">
      <span class="muted">{props.icon({ class: 'i-sm' })}</span>
      <a class="sm ellipsis grow" href={props.href} title={props.title}>
        {props.title}
      </a>
      <RelativeTime class="xs muted whitespace-nowrap" at={props.at} />
    </li>
  );
}
