import { useQuery } from '@tanstack/solid-query';
import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can, me, readAccountAgain } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconOk, IconWarn } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { configQuery } from '../about/queries.ts';
import { refusalOf } from '../settings/refusals.ts';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type UserDetail } from './queries.ts';

/** Where mail about the account goes. Whoever reads that mailbox can set its password, so it has a permission of its own. */
export function UserEmail(props: { user: UserDetail }) {
  return (
    <Card title={t('users.email')} pad>
      <div class="stack gap-3">
        <Show when={can('users.email.manage')} fallback={<Read user={props.user} />}>
          <Edit user={props.user} />
        </Show>
        <Show when={props.user.email}>
          <Confirmation user={props.user} />
        </Show>
      </div>
    </Card>
  );
}

function Read(props: { user: UserDetail }) {
  return (
    <>
      <p class="sm wrap-anywhere">{props.user.email ?? <span class="muted">{t('users.no_email')}</span>}</p>
      <p class="hint">{t('users.email_not_yours')}</p>
    </>
  );
}

function Edit(props: { user: UserDetail }) {
  const [email, setEmail] = createSignal(props.user.email ?? '');
  const [asking, setAsking] = createSignal(false);
  createEffect(
    on(
      () => [props.user.id, props.user.email] as const,
      ([, now]) => setEmail(now ?? ''),
    ),
  );
  const wanted = () => email().trim();
  const form = createSubmit(async () => {
    const { id, username } = props.user;
    await api('PUT /api/users/:id/email', { params: { id }, body: { email: wanted() } });
    setAsking(false);
    await changedUser(id);
    if (id === me()?.user?.id) await readAccountAgain();
    toast(t('users.email_changed', { name: username }));
  }, ['email']);
  const taken = () => refusalOf(form.error(), 'email_taken');
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  return (
    <form class="stack gap-3" onSubmit={onSubmit}>
      <TextField
        label={t('users.email')}
        class="[&>.head]:sr-only"
        hint={t('users.email_hint')}
        error={asking() ? undefined : (form.issue('email') ?? taken())}
        value={email()}
        onChange={setEmail}
        input={{ type: 'email', autocomplete: 'off', spellcheck: false, maxlength: 320 }}
      />
      <Show when={!asking() && !taken()}>
        <Refused what={t('users.email_failed')} error={form.error()} />
      </Show>
      <div class="form-actions justify-end">
        <Button type="submit" disabled={wanted().toLowerCase() === (props.user.email ?? '')}>
          {t('users.email_change')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking()}
        onOpenChange={setAsking}
        title={t('users.email_title', { name: props.user.username })}
        action={wanted() === '' ? t('users.email_clear') : t('users.email_change')}
        look="primary"
        busy={form.busy()}
        onConfirm={form.send}
      >
        <p>
          {wanted() === ''
            ? t('users.email_clear_why')
            : t('users.email_why', { email: wanted(), name: props.user.username })}
        </p>
        <Show when={form.issue('email')}>{(issue) => <p class="field-error">{issue()}</p>}</Show>
        <Refused what={t('users.email_failed')} error={form.error()} />
      </ConfirmDialog>
    </form>
  );
}

function Confirmation(props: { user: UserDetail }) {
  const config = useQuery(configQuery);
  const mails = () => config.isSuccess && config.data.smtp.account_set;
  const ask = createSubmit(async () => {
    const { id, email } = props.user;
    const { status } = await api('POST /api/users/:id/email/verify', { params: { id } });
    if (status === 'already_confirmed') return changedUser(id);
    toast(t('users.email_sent', { email: email ?? '' }));
  });
  return (
    <Show
      when={!props.user.email_confirmed}
      fallback={<StatusWord tone="ok" icon={IconOk} word={t('users.email_confirmed')} />}
    >
      <form class="stack gap-2" onSubmit={ask.onSubmit}>
        <div class="row flex-wrap justify-between">
          <StatusWord tone="warn" icon={IconWarn} word={t('users.email_unconfirmed')} />
          <Show when={can('users.email.manage') && mails()}>
            <Button type="submit" size="s" busy={ask.busy()} disabled={props.user.disabled_at !== null}>
              {t('users.email_send')}
            </Button>
          </Show>
        </div>
        <Show when={config.isSuccess}>
          <p class="hint">{mails() ? t('users.email_unconfirmed_why') : t('users.email_no_relay')}</p>
        </Show>
        <Refused what={t('users.email_not_sent')} error={ask.error()} />
      </form>
    </Show>
  );
}
