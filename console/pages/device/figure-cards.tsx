import { type JSX, Show } from 'solid-js';
import { formatBytes, formatDateTime, formatDuration, formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { shownText } from '../../ui/code/visible.ts';
import { type Icon, IconClock, IconCpu, IconDisk, IconMemory } from '../../ui/icons.ts';
import { now } from '../../ui/time.tsx';
import type { Device } from '../devices/device-words.ts';
import { formatMemory, type Volume, volumesByUse } from './hardware.ts';
import type { Inventory } from './queries.ts';
import { UsedBar } from './volumes.tsx';

/** Four figures in a row. Until the agent has sent its inventory they say that they are unknown. */
export function FigureCards(props: { device: Device; inventory: Inventory | undefined }) {
  const cpu = () => props.inventory?.cpu;
  const volumes = () => volumesByUse(props.inventory?.volumes ?? []);
  return (
    <div class="g4">
      <Figure
        icon={IconCpu}
        title={t('device.processor')}
        value={cpu() && t('device.cores', { count: cpu()?.cores ?? 0 })}
        sub={[shownText(cpu()?.model ?? ''), cpu() && t('device.threads', { count: cpu()?.threads ?? 0 })]}
      />
      <Figure icon={IconMemory} title={t('device.memory')} value={memoryOf(props.inventory)} />
      <Fullest volume={volumes()[0]} count={volumes().length} />
      <Uptime device={props.device} />
    </div>
  );
}

function memoryOf(inventory: Inventory | undefined): string | undefined {
  return inventory?.memory_bytes === undefined ? undefined : formatMemory(inventory.memory_bytes);
}

function Fullest(props: { volume: Volume | undefined; count: number }) {
  return (
    <Figure
      icon={IconDisk}
      title={props.volume ? t('device.volume', { name: shownText(props.volume.mount) }) : t('device.volumes')}
      value={
        props.volume && (
          <>
            {formatPercent(Math.round(props.volume.used * 100) / 100)} <small>{t('device.used')}</small>
          </>
        )
      }
      sub={[
        props.volume &&
          t('device.used_of', {
            used: formatBytes(props.volume.used_bytes),
            size: formatBytes(props.volume.size_bytes),
          }),
        props.count > 1 ? t('device.fullest', { count: props.count }) : undefined,
      ]}
      foot={<Show when={props.volume}>{(volume) => <UsedBar volume={volume()} />}</Show>}
    />
  );
}

function Uptime(props: { device: Device }) {
  const boot = () => props.device.boot_at ?? undefined;
  const online = () => props.device.status === 'online';
  const seconds = () => (now().getTime() - Date.parse(boot() ?? '')) / 1000;
  const time = () => ({ time: formatDateTime(boot() ?? '') });
  return (
    <Figure
      icon={IconClock}
      title={t('device.uptime')}
      value={boot() && (online() ? formatDuration(Math.max(0, seconds())) : t('device.not_running'))}
      sub={[boot() && (online() ? t('device.started', time()) : t('device.last_start', time()))]}
    />
  );
}

type FigureProps = {
  icon: Icon;
  title: string;
  /** undefined: not known. */
  value: JSX.Element | undefined;
  /** Parts of the line below; what is not known is left out. */
  sub?: readonly (string | undefined)[];
  foot?: JSX.Element;
};

function Figure(props: FigureProps) {
  const sub = () => (props.sub ?? []).filter(Boolean);
  return (
    <section class="card flex flex-col gap-1 px-4 py-3">
      <div class="row">
        <props.icon class="muted" />
        <h2 class="sm ellipsis" title={props.title}>
          {props.title}
        </h2>
      </div>
      <div class="big">
        <Show when={props.value} fallback={<span class="muted">{t('device.unknown')}</span>}>
          {props.value}
        </Show>
      </div>
      <p class="xs muted min-h-4 break-words">{sub().join(' · ')}</p>
      {props.foot}
    </section>
  );
}
