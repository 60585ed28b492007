import { useSearchParams } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { formatDateTime, formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can, me } from '../../session.ts';
import { Page } from '../../shell/page.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { IconReboot, IconWarn } from '../../ui/icons.ts';
import { Badge, Note, Tag } from '../../ui/status.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { now } from '../../ui/time.tsx';
import { type Device, deviceIcon, deviceStatus, systemName } from '../devices/device-words.ts';
import { DeviceTasksTab } from '../tasks/device-tasks-tab.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { ChecksTab } from './checks-tab.tsx';
import { DeviceActs } from './device-acts.tsx';
import { InventoryTab } from './inventory-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { crumbsOf, tagPath } from './paths.ts';
import { useInventory } from './queries.ts';
import { SoftwareTab } from './software-tab.tsx';

/** The page of a device that has been read. */
export function DeviceView(props: { device: Device }) {
  const [search, setSearch] = useSearchParams<{ tab?: string }>();
  const inventory = useInventory(() => props.device.id);
  const software = () => (inventory.isSuccess ? inventory.data?.software?.length : undefined);
  // Made once, with getters: a tab that is made again would lose what is typed in it.
  const tabs: Tab[] = [
    tab('overview', () => <OverviewTab device={props.device} inventory={inventory} onTab={open} />),
    tab('inventory', () => <InventoryTab inventory={inventory} />),
    {
      ...tab('software', () => <SoftwareTab inventory={inventory} />),
      value: 'software',
      get label() {
        return t('device.tab_software');
      },
      get count() {
        return software();
      },
    },
    ...(can('checks.view') ? [tab('checks', () => <ChecksTab deviceId={props.device.id} />)] : []),
    ...(can('tasks.view') ? [tab('tasks', () => <DeviceTasksTab deviceId={props.device.id} />)] : []),
    ...(can('jobs.view') ? [tab('jobs', () => <JobsTab deviceId={props.device.id} />)] : []),
    ...(can('audit.view') && me()?.unscoped ? [tab('activity', () => <ActivityTab device={props.device} />)] : []),
  ];
  const current = () => tabs.find(({ value }) => value === search.tab)?.value ?? 'overview';
  function open(value: string) {
    setSearch({ tab: value === 'overview' ? null : value, q: null, sort: null });
  }
  return (
    <Page
      title={shownText(props.device.hostname)}
      fill={current() === 'software'}
      crumbs={crumbsOf(props.device)}
      lead={<Lead device={props.device} />}
      beside={<Beside device={props.device} />}
      sub={<Facts device={props.device} />}
      actions={<DeviceActs device={props.device} />}
    >
      <Show when={props.device.identity === 'revoked'}>
        <div class="mb-4">
          <Note icon={IconWarn} look="warn">
            {t('device.revoked_note')}
          </Note>
        </div>
      </Show>
      <Tabs label={t('device.label')} tabs={tabs} value={current()} onChange={open} />
    </Page>
  );
}

type Name = 'checks' | 'tasks' | 'overview' | 'inventory' | 'software' | 'jobs' | 'activity';

const tab = (name: Name, children: Tab['children']): Tab => ({
  value: name,
  get label() {
    return t(`device.tab_${name}`);
  },
  children,
});

function Lead(props: { device: Device }) {
  return (
    <span class="avatar sq lg neutral hide-m" aria-hidden="true">
      <Show when={deviceIcon(props.device.os)} keyed>
        {(Shape) => <Shape class="i-lg" />}
      </Show>
    </span>
  );
}

function Beside(props: { device: Device }) {
  return (
    <>
      <Badge {...deviceStatus(props.device)} />
      <Show when={props.device.needs_reboot}>
        <Badge tone="warn" icon={IconReboot} word={t('device.needs_reboot')} />
      </Show>
      <For each={props.device.tags}>
        {(tag) => (
          <a href={tagPath(tag)} title={t('device.tag_filter', { tag })}>
            <Tag>{tag}</Tag>
          </a>
        )}
      </For>
    </>
  );
}

/** One line of what one asks first: what it is, its system, who sits there, where it is reached. */
function Facts(props: { device: Device }) {
  const address = () => props.device.local_ips[0] ?? props.device.public_ip;
  return (
    <div class="sm dim flex flex-wrap gap-x-4 gap-y-1">
      <Show when={props.device.description}>
        <span>
          <VisibleText text={props.device.description} />
        </span>
      </Show>
      <span>
        <VisibleText text={[systemName(props.device.os), props.device.os.arch].filter(Boolean).join(', ')} />
      </span>
      <span>
        <Show when={props.device.logged_in_user} fallback={t('device.no_user')}>
          {(user) => <VisibleText text={user()} />}
        </Show>
      </span>
      <Show when={props.device.boot_at}>
        {(boot) => <Uptime boot={boot()} online={props.device.status === 'online'} />}
      </Show>
      <Show when={address()}>
        {(ip) => (
          <span class="mono">
            <VisibleText text={ip()} />
          </span>
        )}
      </Show>
      <span>{t('device.agent_version', { version: shownText(props.device.version) || t('device.unknown') })}</span>
    </div>
  );
}

/** Of a device that is offline nobody knows whether it still runs. */
function Uptime(props: { boot: string; online: boolean }) {
  const time = () => formatDateTime(props.boot);
  const seconds = () => Math.max(0, (now().getTime() - Date.parse(props.boot)) / 1000);
  return (
    <Show when={props.online} fallback={<span>{t('device.last_start', { time: time() })}</span>}>
      <span title={t('device.started', { time: time() })}>
        {t('health.uptime', { time: formatDuration(seconds()) })}
      </span>
    </Show>
  );
}
