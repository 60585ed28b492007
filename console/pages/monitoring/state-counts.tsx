import { For, Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { IconMinus } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { stateLook, states } from './check-words.ts';
import type { Check, CheckState } from './queries.ts';

/** On how many devices a check says what; nothing for what it says nowhere. On a single one the word alone. */
export function StateCounts(props: { check: Pick<Check, 'devices' | 'enabled'> }) {
  const told = () => states.filter((state) => props.check.devices[state] > 0);
  return (
    <Show when={props.check.enabled} fallback={<StatusWord tone="idle" icon={IconMinus} word={t('checks.disabled')} />}>
      <span class="row flex-wrap gap-y-0">
        <For each={told()} fallback={<span class="muted">{t('checks.runs_nowhere')}</span>}>
          {(state) => (
            <Show when={props.check.devices.total > 1} fallback={<StatusWord {...stateLook(state)} />}>
              <span title={countLabel(state, props.check.devices[state])}>
                <span aria-hidden="true">
                  <StatusWord {...stateLook(state)} word={formatNumber(props.check.devices[state])} />
                </span>
                <span class="vh">{countLabel(state, props.check.devices[state])}</span>
              </span>
            </Show>
          )}
        </For>
      </span>
    </Show>
  );
}

const countLabel = (state: CheckState, count: number): string => t(`checks.count_${state}`, { count });
