import { t } from '../../../i18n/index.ts';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useConfig } from '../config-queries.ts';
import { SettingsPage } from '../settings-page.tsx';
import { RemoteCard } from './remote-card.tsx';

/** /settings/remote: how devices are reached from afar. */
export default function RemoteSettings() {
  const config = useConfig();
  return (
    <SettingsPage title={t('settings.remote')}>
      <div class="stack max-w-180">
        <Loaded query={config} failed={t('ai_settings.failed')} skeleton={<Skeleton kind="lines" rows={8} />}>
          {(data) => <RemoteCard saved={data().remote} />}
        </Loaded>
      </div>
    </SettingsPage>
  );
}
