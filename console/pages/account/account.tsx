import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { scopeText } from '../users/scope-text.ts';
import { ApplicationsCard } from './applications-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { MailCard } from './mail/mail-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor/card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SsoCard, useSsoOnly } from './sso-card.tsx';

/** /account: what belongs to whoever is signed in. */
export default function Account() {
  const ssoOnly = useSsoOnly();
  return (
    <Page title={t('me.title')}>
      <div class="cols">
        <div class="stack">
          <SessionsCard />
          <ApplicationsCard />
          <Show when={!ssoOnly()} fallback={<SsoCard />}>
            <PasswordCard />
            <SecondFactorCard />
            <PasskeysCard />
          </Show>
        </div>
        <div class="stack">
          <ProfileCard />
          <MailCard />
          <LanguageCard />
        </div>
      </div>
    </Page>
  );
}

function ProfileCard() {
  const organisation = useOrganisation();
  const facts = () => {
    const principal = me();
    const user = principal?.user;
    return [
      [t('me.username'), user?.username ?? principal?.principal.name ?? ''] as const,
      [t('me.role'), principal?.role.name ?? ''] as const,
      [t('me.access'), scopeText({ scopes: principal?.scopes ?? [] }, organisation.place)] as const,
    ];
  };
  return (
    <Card title={t('me.profile')} pad>
      <Facts facts={facts()} />
    </Card>
  );
}
