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

/** Lets an application in. */
export async function sendApproval({ id, name }: Application): Promise<void> {
  try {
    await api('POST /api/oauth-apps/:id/approve', { params: { id } });
    toast(t('apps.approved_toast', { name: shownText(name) }));
  } finally {
    await queries.invalidateQueries({ queryKey: ['oauth_apps'] });
  }
}

/** Asks before an application of an unknown host is let in; open while there is one. */
export function ApproveDialog(props: { application: Application | undefined; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [shown, setShown] = createSignal<Application | undefined>();
  createEffect(
    on(
      () => props.application,
      (application) => application && setShown(application),
    ),
  );
  const approve = createSubmit(async () => {
    if (!props.application) return;
    await sendApproval(props.application);
    props.onClose();
  });
  return (
    <ConfirmDialog
      open={props.application !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={t('apps.approve_title', { name: shownText(shown()?.name ?? '') })}
      action={t('apps.approve_action')}
      look="primary"
      busy={approve.busy()}
      onConfirm={approve.send}
    >
      <p>{t('apps.approve_unknown', { hosts: (shown()?.unknown_hosts ?? []).map(shownText).join(', ') })}</p>
      <Show when={approve.error() !== undefined}>
        <Refused what={t('apps.approve_failed')} error={approve.error()} />
      </Show>
    </ConfirmDialog>
  );
}
