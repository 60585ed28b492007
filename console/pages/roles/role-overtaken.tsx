import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';

/** Says that somebody else saved the role while it was being changed here; what is here stays until its owner drops it. */
export function RoleOvertaken(props: { when: boolean; onDrop: () => void }) {
  return (
    <div role="status" class="empty:hidden">
      <Show when={props.when}>
        <Note icon={IconWarn} look="warn">
          <p>
            <strong>{t('roles.overtaken')}</strong> {t('roles.overtaken_why')}
          </p>
          <Button class="mt-2" size="s" onClick={props.onDrop}>
            {t('roles.show_saved')}
          </Button>
        </Note>
      </Show>
    </div>
  );
}
