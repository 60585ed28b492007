import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { shownText } from '../../ui/code/visible.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import type { Application } from './queries.ts';

const NAMED = 5;

/** Who loses something, by name as far as that is short. */
function losers({ users, user_count }: Application): string {
  const names = users
    .slice(0, NAMED)
    .map(({ username }) => username)
    .join(', ');
  const count = user_count - Math.min(users.length, NAMED);
  return count > 0 ? t('apps.and_more', { names, count }) : names;
}

/** Asks before an application goes, and says what dies with it; open while there is one. */
export function RemoveDialog(props: { application: Application | undefined; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [shown, setShown] = createSignal<Application | undefined>();
  createEffect(
    on(
      () => props.application,
      (application) => application && setShown(application),
    ),
  );
  const remove = createSubmit(async () => {
    const application = props.application;
    if (!application) return;
    await api('DELETE /api/oauth-apps/:id', { params: { id: application.id } });
    await queries.invalidateQueries({ queryKey: ['oauth_apps'] });
    props.onClose();
    toast(t('apps.removed', { name: shownText(application.name) }));
  });
  return (
    <ConfirmDialog
      open={props.application !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={t('apps.remove_title', { name: shownText(shown()?.name ?? '') })}
      action={t('apps.remove_action')}
      count={shown()?.active_tokens ?? 0}
      busy={remove.busy()}
      onConfirm={remove.send}
    >
      <Show when={shown()}>
        {(application) => (
          <p>
            <Show when={application().active_tokens > 0} fallback={t('apps.remove_unused')}>
              <strong>{t('apps.remove_tokens', { count: application().active_tokens })}</strong>{' '}
              {t('apps.remove_people', { names: losers(application()), count: application().user_count })}
            </Show>{' '}
            {t('apps.remove_again')}
          </p>
        )}
      </Show>
      <Refused what={t('apps.remove_failed')} error={remove.error()} />
    </ConfirmDialog>
  );
}
