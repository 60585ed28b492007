import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd, IconClock } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useDeviceTasks } from './queries.ts';
import { taskColumns } from './task-columns.tsx';

/** What runs on a device by the clock: its own tasks, and those it inherits. */
export function DeviceTasksTab(props: { deviceId: string }) {
  const company = useCompany();
  const tasks = useDeviceTasks(() => props.deviceId);
  const create = () => (
    <Show when={can('tasks.manage')}>
      <LinkButton size="s" icon={IconAdd} href={company.href(`/monitoring/tasks/new?device=${props.deviceId}`)}>
        {t('tasks.new')}
      </LinkButton>
    </Show>
  );
  return (
    <Card title={t('tasks.title')} end={create()}>
      <Loaded query={tasks} failed={t('tasks.device_failed')}>
        {(found) => (
          <Show
            when={found().tasks.length > 0}
            fallback={
              <EmptyState icon={IconClock} title={t('tasks.device_none')}>
                {t('tasks.device_none_why')}
              </EmptyState>
            }
          >
            <Table
              label={t('tasks.title')}
              columns={taskColumns(company.href, { here: true })}
              rows={found().tasks}
              stacked
            />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}
