import { useSearchParams } from '@solidjs/router';
import { createMemo, For, Show } from 'solid-js';
import { formatClock, formatDate, formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconChevronLeft, IconChevronRight, IconClock, IconWarn } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Note, StatusWord } from '../../ui/status.tsx';
import { approvalLook } from '../monitoring/check-words.ts';
import { MonitoringPage } from '../monitoring/monitoring-page.tsx';
import { type Calendar, useCalendar } from './queries.ts';
import { ownZone, scheduleText } from './schedule-words.ts';

const spans = { week: 7, month: 31 } as const;
type Span = keyof typeof spans;

/** /monitoring/calendar: the runs ahead, day by day, at the reader's time. */
export default function TaskCalendar() {
  const [search, setSearch] = useSearchParams<{ from?: string; range?: string }>();
  const span = (): Span => (search.range === 'month' ? 'month' : 'week');
  const from = createMemo(() => dayOf(search.from) ?? today());
  const until = () => plusDays(from(), spans[span()]);
  const calendar = useCalendar(() => ({ since: from().toISOString(), until: until().toISOString() }));
  const first = () => from() <= today();
  const go = (days: number) => {
    const to = plusDays(from(), days);
    setSearch({ from: to <= today() ? null : keyOf(to) });
  };
  const back = () => !first() && go(-spans[span()]);
  const forth = () => go(spans[span()]);
  useShortcuts({
    k: { label: () => t('tasks.keys.earlier'), run: back },
    j: { label: () => t('tasks.keys.later'), run: forth },
  });
  return (
    <MonitoringPage
      title={t('tasks.calendar')}
      beside={
        <span class="muted sm">
          {formatDate(from())} – {formatDate(plusDays(until(), -1))} · {t('tasks.calendar_zone', { zone: ownZone() })}
        </span>
      }
      actions={
        <>
          <Show when={!first()}>
            <Button look="quiet" onClick={() => setSearch({ from: null })}>
              {t('tasks.from_today')}
            </Button>
          </Show>
          <IconButton icon={IconChevronLeft} label={t('tasks.earlier')} disabled={first()} onClick={back} />
          <IconButton icon={IconChevronRight} label={t('tasks.later')} onClick={forth} />
          <Segmented
            label={t('tasks.range')}
            segments={[
              { value: 'week', label: t('tasks.week') },
              { value: 'month', label: t('tasks.month') },
            ]}
            value={span()}
            onChange={(range) => setSearch({ range: range === 'week' ? null : range })}
          />
        </>
      }
    >
      <Loaded query={calendar} failed={t('tasks.calendar_failed')}>
        {(found) => <Agenda calendar={found()} />}
      </Loaded>
    </MonitoringPage>
  );
}

function Agenda(props: { calendar: Calendar }) {
  const days = createMemo(() => [
    ...Map.groupBy(props.calendar.runs, ({ at }) => keyOf(new Date(at)))
      .entries()
      .map(([day, runs]) => ({ day, runs })),
  ]);
  const none = () => days().length === 0 && props.calendar.frequent.length === 0;
  return (
    <Show
      when={!none()}
      fallback={
        <Card>
          <EmptyState icon={IconClock} title={t('tasks.calendar_none')}>
            {t('tasks.calendar_why')}
          </EmptyState>
        </Card>
      }
    >
      <div class="stack">
        <Show when={props.calendar.truncated}>
          <Note icon={IconWarn} look="warn">
            {t('tasks.truncated')}
          </Note>
        </Show>
        <Show when={props.calendar.frequent.length > 0}>
          <Card title={t('tasks.frequent')} sub={t('tasks.frequent_why')}>
            <ul class="list">
              <For each={props.calendar.frequent}>
                {(one) => (
                  <li class="tight">
                    <span class="muted sm w-32 shrink-0">
                      {one.interval_sec === null
                        ? ''
                        : scheduleText({ schedule_kind: 'interval', interval_sec: one.interval_sec })}
                    </span>
                    <TaskLink task={one.task} />
                  </li>
                )}
              </For>
            </ul>
          </Card>
        </Show>
        <For each={days()}>
          {({ runs }) => (
            <Card title={formatDay(runs[0]?.at ?? '')} sub={t('tasks.day_runs', { count: runs.length })}>
              <ul class="list">
                <For each={runs}>
                  {(run) => (
                    <li class="tight">
                      <time class="tabular-nums w-20 shrink-0" datetime={run.at}>
                        {formatClock(run.at)}
                      </time>
                      <TaskLink task={run.task} />
                    </li>
                  )}
                </For>
              </ul>
            </Card>
          )}
        </For>
      </div>
    </Show>
  );
}

function TaskLink(props: { task: Calendar['runs'][number]['task'] }) {
  const company = useCompany();
  return (
    <span class="row flex-wrap grow min-w-0">
      <a class="strong ellipsis" href={company.href(`/monitoring/tasks/${props.task.id}`)} title={props.task.name}>
        {props.task.name}
      </a>
      <span class="muted sm ellipsis">
        <VisibleText text={props.task.policy_name ?? props.task.agent_hostname ?? ''} />
      </span>
      <Show when={props.task.approval !== 'approved' && props.task.approval}>
        {(state) => <StatusWord {...approvalLook(state())} />}
      </Show>
    </span>
  );
}

/** Midnight of the reader's day. */
const today = (): Date => new Date(new Date().setHours(0, 0, 0, 0));
/** The same time of day so many days on, whatever the clocks do between. */
function plusDays(day: Date, days: number): Date {
  const moved = new Date(day);
  moved.setDate(moved.getDate() + days);
  return moved;
}
const keyOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
function dayOf(key: string | undefined): Date | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(key ?? '') ? new Date(`${key}T00:00:00`) : undefined;
  return day && !Number.isNaN(day.getTime()) ? day : undefined;
}
