import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { Refused } from '../settings/refused.tsx';
import { DifferenceList, isSame } from './difference.tsx';
import { approvesItself, type Role } from './queries.ts';
import type { RoleEdit } from './role-edit.ts';
import { RoleOvertaken } from './role-overtaken.tsx';

/** Before a role is saved: what changes, and for how many. */
export function RoleSaveBar(props: { role: Role; edit: RoleEdit }) {
  const holders = () => props.role.user_count + props.role.token_count;
  const after = () => {
    const { added, removed } = props.edit.difference();
    return [...props.role.permissions.filter((permission) => !removed.includes(permission)), ...added];
  };
  return (
    <form class="save-bar" onSubmit={props.edit.save.onSubmit}>
      <div class="stack grow gap-2">
        <p class="sm strong">{t('roles.changing', { name: props.role.name })}</p>
        <RoleOvertaken when={props.edit.overtaken()} onDrop={props.edit.drop} />
        <Show when={!isSame(props.edit.difference())} fallback={<p class="hint">{t('roles.unchanged')}</p>}>
          <DifferenceList difference={props.edit.difference()} label={t('roles.difference')} />
          <Show when={approvesItself(after()) && !approvesItself(props.role.permissions)}>
            <Note icon={IconWarn} look="warn">
              {t('roles.warn_mcp')}
            </Note>
          </Show>
        </Show>
        <Refused what={t('roles.save_failed')} error={props.edit.save.error()} />
      </div>
      <div class="form-actions">
        <Show when={holders() > 0}>
          <span class="hint">{t('roles.save_reach', { count: holders() })}</span>
        </Show>
        <Button onClick={props.edit.cancel}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary" busy={props.edit.save.busy()} disabled={isSame(props.edit.difference())}>
          {t('roles.save')}
        </Button>
      </div>
    </form>
  );
}
