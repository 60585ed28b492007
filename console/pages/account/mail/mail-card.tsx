import { t } from '../../../i18n/index.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Address } from './address.tsx';
import { Events } from './events.tsx';
import { useNotifications } from './queries.ts';

/** Where mail reaches whoever is signed in, and about what. */
export function MailCard() {
  const notifications = useNotifications();
  return (
    <Card title={t('my_mail.title')}>
      <Loaded query={notifications} failed={t('my_mail.failed')}>
        {(known) => (
          <div class="card-body stack">
            <Address known={known()} />
            <Events known={known()} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
