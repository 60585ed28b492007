import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import type { Permission } from '../../session.ts';
import { IconWarn } from '../../ui/icons.ts';
import { riskOf } from './risks.ts';

/** Below a permission that can do great harm: which. */
export function Risk(props: { permission: Permission }) {
  return (
    <Show when={riskOf(props.permission)}>
      {(risk) => (
        <span class="risk">
          <IconWarn class="i-sm" />
          <span>
            <span class="vh">{t('roles.risk')}: </span>
            {t(risk())}
          </span>
        </span>
      )}
    </Show>
  );
}
