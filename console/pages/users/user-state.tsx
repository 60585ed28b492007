import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconDelete, IconLock } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type User } from './queries.ts';
import { userStatus } from './status.ts';

/** Withdraw access, give it back, delete; or why that is not possible. */
export function UserState(props: { user: User }) {
  const kept = () => {
    if (props.user.id === me()?.user?.id) return t('users.own');
    return props.user.builtin ? t('users.builtin_why') : undefined;
  };
  return (
    <Card title={t('users.state_title')} pad>
      <div class="stack gap-3">
        <div>
          <StatusWord {...userStatus(props.user)} />
          <Show when={props.user.disabled_at}>
            {(at) => <p class="hint">{t('users.disabled_since', { time: formatDateTime(at()) })}</p>}
          </Show>
        </div>
        <Show when={kept()} fallback={<FreshActs user={props.user} />}>
          {(why) => <p class="hint">{why()}</p>}
        </Show>
      </div>
    </Card>
  );
}

/** Begun anew when the access has been set meanwhile: what was refused before is possible now. */
function FreshActs(props: { user: User }) {
  return (
    <Show when={`${props.user.id} ${props.user.scope_lost}`} keyed>
      {(_state) => <Acts user={props.user} />}
    </Show>
  );
}

function Acts(props: { user: User }) {
  const enable = createSubmit(async () => {
    const { id, username } = props.user;
    await api('POST /api/users/:id/enable', { params: { id } });
    await changedUser(id);
    toast(t('users.enabled_done', { name: username }));
  });
  return (
    <form class="stack gap-3" onSubmit={enable.onSubmit}>
      <Show when={props.user.scope_lost}>
        <p class="hint">{t('users.enable_after_scope')}</p>
      </Show>
      <Refused what={t('users.enable_failed')} error={enable.error()} />
      <div class="form-actions">
        <Show when={props.user.disabled_at} fallback={<Disable user={props.user} />}>
          <Button type="submit" busy={enable.busy()}>
            {t('users.enable')}
          </Button>
        </Show>
        <Delete user={props.user} />
      </div>
    </form>
  );
}

function Disable(props: { user: User }) {
  const [open, setOpen] = createSignal(false);
  const disable = createSubmit(async () => {
    const { id, username } = props.user;
    await api('POST /api/users/:id/disable', { params: { id } });
    await changedUser(id);
    setOpen(false);
    toast(t('users.disabled_done', { name: username }));
  });
  return (
    <>
      <Button icon={IconLock} onClick={() => setOpen(true)}>
        {t('users.disable')}
      </Button>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('users.disable_title', { name: props.user.username })}
        action={t('users.disable_action', { name: props.user.username })}
        busy={disable.busy()}
        onConfirm={disable.send}
      >
        <p>{t('users.disable_why')}</p>
        <Refused what={t('users.disable_failed')} error={disable.error()} />
      </ConfirmDialog>
    </>
  );
}

function Delete(props: { user: User }) {
  const company = useCompany();
  const navigate = useNavigate();
  const [open, setOpen] = createSignal(false);
  const remove = createSubmit(async () => {
    const { id, username } = props.user;
    await api('DELETE /api/users/:id', { params: { id } });
    setOpen(false);
    navigate(company.href('/settings/users'));
    toast(t('users.deleted', { name: username }));
    void changedUser(id);
  });
  return (
    <>
      <Button look="danger" icon={IconDelete} onClick={() => setOpen(true)}>
        {t('users.delete')}
      </Button>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('users.delete_title', { name: props.user.username })}
        action={t('users.delete_action', { name: props.user.username })}
        look="danger solid"
        busy={remove.busy()}
        onConfirm={remove.send}
      >
        <p>{t('users.delete_why')}</p>
        <Refused what={t('users.delete_failed')} error={remove.error()} />
      </ConfirmDialog>
    </>
  );
}
