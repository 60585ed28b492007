import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { NewPasswordField } from '../password/new-password-field.tsx';
import { Refused } from '../settings/refused.tsx';
import { useAuthState } from '../sign-in/auth-state.ts';
import { changedUser, type UserDetail } from './queries.ts';

const FORM_ID = 'user-password';

/** The way out for somebody who forgot theirs and reads no mail. Not for oneself, nor where a password is not accepted. */
export function UserPassword(props: { user: UserDetail }) {
  const [open, setOpen] = createSignal(false);
  const state = useAuthState();
  const ssoOnly = () => props.user.sso_linked && (state()?.sso.enabled ?? false);
  return (
    <Show when={props.user.id !== me()?.user?.id && !ssoOnly()}>
      <Card title={t('users.password')} pad>
        <div class="stack gap-2">
          <p class="hint">{t('users.password_set_when')}</p>
          <div>
            <Button size="s" onClick={() => setOpen(true)}>
              {t('users.password_set')}
            </Button>
          </div>
        </div>
        <Show when={open()}>
          <SetPassword user={props.user} onClose={() => setOpen(false)} />
        </Show>
      </Card>
    </Show>
  );
}

function SetPassword(props: { user: UserDetail; onClose: () => void }) {
  const [password, setPassword] = createSignal('');
  const [failure, setFailure] = createSignal<unknown>();
  const form = createSubmit(async () => {
    const { id, username } = props.user;
    setFailure(undefined);
    await api('PUT /api/users/:id/password', { params: { id }, body: { password: password() } }).catch(
      (error: unknown) => {
        setFailure(error);
        throw error;
      },
    );
    props.onClose();
    void changedUser(id);
    toast(t('users.password_set_done', { name: username }));
  }, ['password']);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('users.password_set_title', { name: props.user.username })}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" busy={form.busy()}>
            {t('users.password_set_action')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={form.onSubmit}>
        <NewPasswordField value={password()} onChange={setPassword} failure={failure()} />
        <p>{t('users.password_set_why')}</p>
        <p>
          <strong>{t('users.password_set_check')}</strong>
        </p>
        <Refused what={t('reset.failed')} error={form.error()} />
      </form>
    </Dialog>
  );
}
