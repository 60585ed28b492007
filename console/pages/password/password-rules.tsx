import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconOk, IconTodo } from '../../ui/icons.ts';
import { judge } from './rules.ts';

/** What a password needs, ticked off while it is typed. */
export function PasswordRules(props: { password: string }) {
  return (
    <ul class="stack gap-1">
      <For each={judge(props.password)}>
        {(rule) => (
          <li class={`st ${rule.met ? 'ok' : 'idle'}`}>
            <Show when={rule.met} fallback={<IconTodo class="i-sm" aria-hidden="true" />}>
              <IconOk class="i-sm" aria-hidden="true" />
            </Show>
            <span>{t(rule.label)}</span>
            <Show when={rule.met}>
              <span class="vh">{t('password.rule_met')}</span>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}
