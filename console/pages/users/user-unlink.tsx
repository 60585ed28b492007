import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type UserDetail } from './queries.ts';

/** That an account signs in over single sign-on, and the way back to its password. Nobody takes their own link away. */
export function UserUnlink(props: { user: UserDetail }) {
  const [open, setOpen] = createSignal(false);
  const unlink = createSubmit(async () => {
    const { id, username } = props.user;
    await api('DELETE /api/users/:id/sso', { params: { id } });
    setOpen(false);
    await changedUser(id);
    toast(t('users.unlink_done', { name: username }));
  });
  return (
    <>
      <p class="hint">{t('users.sso_why')}</p>
      <Show when={props.user.id !== me()?.user?.id}>
        <div>
          <Button size="s" onClick={() => setOpen(true)}>
            {t('users.unlink')}
          </Button>
        </div>
      </Show>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('users.unlink_title', { name: props.user.username })}
        action={t('users.unlink_action')}
        busy={unlink.busy()}
        onConfirm={unlink.send}
      >
        <p>{t('users.unlink_why')}</p>
        <p>{t('users.unlink_way_in')}</p>
        <Refused what={t('users.unlink_failed')} error={unlink.error()} />
      </ConfirmDialog>
    </>
  );
}
