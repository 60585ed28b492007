import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { AccountCard } from './account-card.tsx';
import { AlertCard } from './alert-card.tsx';
import { seesAlertRelay, useAccountRelay, useAlertRelay } from './queries.ts';

/** /settings/mail: by which servers mail leaves. */
export default function Mail() {
  const accounts = useAccountRelay();
  const alerts = useAlertRelay();
  return (
    <SettingsPage title={t('settings.mail')}>
      <div class={seesAlertRelay() ? 'cols' : 'stack max-w-140'}>
        <Show when={seesAlertRelay()}>
          <Loaded query={alerts} failed={t('mail.failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
            {(relay) => <AlertCard relay={relay()} />}
          </Loaded>
        </Show>
        <Loaded query={accounts} failed={t('mail.failed')} skeleton={<Skeleton kind="lines" rows={5} />}>
          {(relay) => <AccountCard relay={relay()} />}
        </Loaded>
      </div>
    </SettingsPage>
  );
}
