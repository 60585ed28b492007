import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { type Schedule, useNextRuns } from './queries.ts';
import { momentIn, ownZone } from './schedule-words.ts';

/** The next five runs, as the clocks of its zone show them and, where those differ, as the reader's do. */
export function NextRuns(props: { schedule: Schedule; next?: string | null }) {
  const runs = useNextRuns(() => props.schedule);
  /** A saved interval counts from when it was set, which its next run tells. */
  const shown = (found: readonly string[]) => {
    const { schedule, next } = props;
    if (schedule.schedule_kind !== 'interval' || !next) return found;
    return found.map((_, index) => new Date(Date.parse(next) + index * schedule.interval_sec * 1000).toISOString());
  };
  const elsewhere = () => props.schedule.timezone !== ownZone();
  return (
    <Loaded query={runs} failed={t('tasks.next_runs_failed')} skeleton={<Skeleton kind="lines" rows={5} />}>
      {(found) => (
        <Show when={found().runs.length > 0} fallback={<p class="hint">{t('tasks.next_runs_none')}</p>}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('tasks.next_runs_zone', { zone: props.schedule.timezone })}</th>
                <Show when={elsewhere()}>
                  <th scope="col">{t('tasks.next_runs_own')}</th>
                </Show>
              </tr>
            </thead>
            <tbody>
              <For each={shown(found().runs)}>
                {(at) => (
                  <tr>
                    <td class="wrap">
                      <time datetime={at}>{momentIn(at, props.schedule.timezone)}</time>
                    </td>
                    <Show when={elsewhere()}>
                      <td class="wrap muted">{momentIn(at, ownZone())}</td>
                    </Show>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </Show>
      )}
    </Loaded>
  );
}
