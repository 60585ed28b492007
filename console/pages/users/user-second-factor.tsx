import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconOk, IconTodo } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type UserDetail } from './queries.ts';
import { UserUnlink } from './user-unlink.tsx';

/** Whether a code is asked for at sign-in, and the way out for somebody who lost their phone. */
export function UserSecondFactor(props: { user: UserDetail }) {
  const company = useCompany();
  const own = () => props.user.id === me()?.user?.id;
  return (
    <Card title={t('users.second_factor')} pad>
      <div class="stack gap-2">
        <div class="row flex-wrap justify-between">
          <Show
            when={props.user.totp_enabled}
            fallback={<StatusWord tone="idle" icon={IconTodo} word={t('users.factor_off')} />}
          >
            <StatusWord tone="ok" icon={IconOk} word={t('users.factor_on')} />
            <Show when={!own()}>
              <Reset user={props.user} />
            </Show>
          </Show>
        </div>
        <Show
          when={own()}
          fallback={
            <Show when={!props.user.sso_linked}>
              <p class="hint">{props.user.totp_enabled ? t('users.factor_on_why') : t('users.factor_off_why')}</p>
            </Show>
          }
        >
          <a class="link sm" href={company.href('/account')}>
            {t('users.factor_own')}
          </a>
        </Show>
        <Show when={props.user.sso_linked}>
          <UserUnlink user={props.user} />
        </Show>
      </div>
    </Card>
  );
}

function Reset(props: { user: UserDetail }) {
  const [open, setOpen] = createSignal(false);
  const reset = createSubmit(async () => {
    const { id, username } = props.user;
    await api('POST /api/users/:id/2fa/reset', { params: { id } });
    setOpen(false);
    await changedUser(id);
    toast(t('users.factor_reset_done', { name: username }));
  });
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('users.factor_reset')}
      </Button>
      <ConfirmDialog
        open={open()}
        onOpenChange={setOpen}
        title={t('users.factor_reset_title', { name: props.user.username })}
        action={t('users.factor_reset_action')}
        busy={reset.busy()}
        onConfirm={reset.send}
      >
        <p>{t('users.factor_reset_why')}</p>
        <p>
          <strong>{t('users.factor_reset_check')}</strong>
        </p>
        <Refused what={t('users.factor_reset_failed')} error={reset.error()} />
      </ConfirmDialog>
    </>
  );
}
