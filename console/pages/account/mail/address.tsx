import { createSignal, Show } from 'solid-js';
import { api } from '../../../api.ts';
import { t } from '../../../i18n/index.ts';
import { can, me } from '../../../session.ts';
import { useCompany } from '../../../shell/company.ts';
import { Button } from '../../../ui/button.tsx';
import { createSubmit } from '../../../ui/form.ts';
import { IconOk, IconSend, IconWarn } from '../../../ui/icons.ts';
import { Note, StatusWord } from '../../../ui/status.tsx';
import { Refused } from '../../settings/refused.tsx';
import { type Notifications, readAgain } from './queries.ts';

/** The address, whether its owner has confirmed it, and a way to do so. Changing it is somebody else's. */
export function Address(props: { known: Notifications }) {
  return (
    <Show when={props.known.address} fallback={<NoAddress />} keyed>
      {(address) => (
        <div class="stack gap-3">
          <div class="row flex-wrap">
            <span class="wrap-anywhere">{address}</span>
            <Show
              when={props.known.confirmed}
              fallback={<StatusWord tone="warn" icon={IconWarn} word={t('users.email_unconfirmed')} />}
            >
              <StatusWord tone="ok" icon={IconOk} word={t('users.email_confirmed')} />
            </Show>
          </div>
          <Show when={!props.known.confirmed}>
            <Show
              when={props.known.confirmation_required}
              fallback={<p class="hint">{t('my_mail.no_account_mail')}</p>}
            >
              <AskForLink address={address} />
            </Show>
          </Show>
        </div>
      )}
    </Show>
  );
}

/** An administrator has nobody else to ask: theirs is set where they set those of others. */
function NoAddress() {
  const company = useCompany();
  const own = () => (can('users.manage') && can('users.email.manage') ? me()?.user?.id : undefined);
  return (
    <Show when={own()} fallback={<p class="sm muted">{t('my_mail.no_address')}</p>}>
      {(id) => (
        <p class="sm muted">
          {t('my_mail.no_address_yet')}{' '}
          <a class="link" href={company.href(`/settings/users/${id()}`)}>
            {t('my_mail.set_address')}
          </a>
        </p>
      )}
    </Show>
  );
}

function AskForLink(props: { address: string }) {
  const [sent, setSent] = createSignal(false);
  const form = createSubmit(async () => {
    const { status } = await api('POST /api/me/email/verify');
    setSent(status === 'sent');
    if (status === 'already_confirmed') await readAgain();
  });
  return (
    <>
      <p class="hint">{t('my_mail.confirm_why')}</p>
      <Show when={sent()}>
        <Note icon={IconSend} look="ok">
          <span role="status">{t('my_mail.sent', { address: props.address })}</span>
        </Note>
      </Show>
      <Refused what={t('my_mail.not_sent')} error={form.error()} />
      <div>
        <Button icon={IconSend} busy={form.busy()} onClick={form.send}>
          {sent() ? t('my_mail.send_again') : t('my_mail.send')}
        </Button>
      </div>
    </>
  );
}
