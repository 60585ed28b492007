import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Where an application sends people back to; hosts that nobody knows are marked. */
export function Hosts(props: { hosts: readonly string[]; unknown: readonly string[] }) {
  return (
    <ul class="stack gap-1">
      <For each={props.hosts}>
        {(host) => (
          <li class="row flex-wrap gap-y-0">
            <span class="mono wrap-anywhere">
              <VisibleText text={host} />
            </span>
            <Show when={isOwnComputer(host)}>
              <span class="xs muted">{t('apps.own_computer')}</span>
            </Show>
            <Show when={props.unknown.includes(host)}>
              <Tooltip text={t('apps.unknown_host_why')} class="flag" tabIndex={0}>
                <IconWarn />
                {t('apps.unknown_host')}
              </Tooltip>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

/** A scheme that a program on the computer answers, or the computer itself. */
const isOwnComputer = (host: string): boolean =>
  host.endsWith(':') || ['localhost', '127.0.0.1', '[::1]'].includes(host);
