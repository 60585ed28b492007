import { type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconOk, IconWarn } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import type { AccountRelay } from './queries.ts';
import { SendTest } from './send-test.tsx';

/** The server for links to accounts: set where the server is started, so it is only shown here. */
export function AccountCard(props: { relay: AccountRelay }) {
  return (
    <Card
      title={t('mail.accounts')}
      end={
        props.relay.set ? (
          <StatusWord tone="ok" icon={IconOk} word={t('mail.on')} />
        ) : (
          <StatusWord tone="warn" icon={IconWarn} word={t('mail.not_set')} />
        )
      }
      pad
    >
      <div class="stack gap-4">
        <p class="sm dim">{props.relay.set ? t('mail.accounts_why') : t('mail.accounts_none')}</p>
        <Show when={props.relay.set}>
          <Facts facts={facts(props.relay)} />
          <SendTest route="POST /api/config/smtp/test" of={props.relay} />
        </Show>
        <p class="hint">{t('mail.accounts_where')}</p>
      </div>
    </Card>
  );
}

const facts = ({ host, port, security, username_set, sender }: AccountRelay): [string, JSX.Element][] => [
  [t('mail.server'), <span class="mono wrap-anywhere">{`${host}:${port}`}</span>],
  [t('mail.security'), t(`mail.security_${security ?? 'none'}`)],
  [t('mail.sign_in'), username_set ? t('mail.sign_in_yes') : t('mail.sign_in_no')],
  [t('mail.sender'), <span class="wrap-anywhere">{sender}</span>],
];
