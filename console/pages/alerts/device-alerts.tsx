import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { IconOk } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table } from '../../ui/table/table.tsx';
import { alertColumns } from './columns.tsx';
import { useDeviceAlerts } from './queries.ts';

const SHOWN = 5;

/** What is wrong with a device now, on its page. */
export function DeviceAlerts(props: { deviceId: string }) {
  const company = useCompany();
  const alerts = useDeviceAlerts(() => props.deviceId, 'open,acknowledged', SHOWN);
  const href = (path: string) => company.href(`${path}${path.includes('?') ? '&' : '?'}device=${props.deviceId}`);
  return (
    <Card
      title={t('alerts.device')}
      end={
        <>
          <a class="link" href={href('/alerts/windows?new=1')}>
            {t('alerts.device_window')}
          </a>
          {' · '}
          <a class="link" href={href('/alerts?status=open,acknowledged,resolved')}>
            {t('alerts.device_all')}
          </a>
        </>
      }
    >
      <Loaded query={alerts} failed={t('alerts.failed')}>
        {(loaded) => (
          <Show
            when={loaded().alerts.length > 0}
            fallback={
              <p class="card-body sm">
                <StatusWord tone="ok" icon={IconOk} word={t('alerts.device_none')} />
              </p>
            }
          >
            <Table
              label={t('alerts.device')}
              columns={alertColumns({ href: company.href, withoutDevice: true })}
              rows={loaded().alerts}
            />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}
