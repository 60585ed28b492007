import { formatBytes, formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { shownText } from '../../ui/code/visible.ts';
import { IconCpu, IconDisk, IconMemory, IconNetwork } from '../../ui/icons.ts';
import { now } from '../../ui/time.tsx';
import type { Device } from '../devices/device-words.ts';
import { FigureCard } from './figure-card.tsx';
import { formatMemory, volumesByUse } from './hardware.ts';
import { type Figure, type Health, latest, useHealth } from './health.ts';
import { HealthLine } from './health-line.tsx';
import type { Inventory } from './queries.ts';
import { UsedBar } from './volumes.tsx';

/**
 * Four figures in a row, with how they were in the last 24 hours. A device that sends no samples, or is offline, says what
 * its inventory knows.
 */
export function FigureCards(props: { device: Device; inventory: Inventory | undefined }) {
  const health = useHealth(() => props.device.id);
  const known = (): Health | undefined => (health.isSuccess ? health.data : undefined);
  const newest = (figure: Figure) => {
    const samples = known();
    return samples && latest(samples, figure, now());
  };
  return (
    <div class="g4">
      <Processor cpu={props.inventory?.cpu} health={known()} used={newest('cpu_percent')} />
      <Memory bytes={props.inventory?.memory_bytes} health={known()} used={newest('memory_percent')} />
      <Fullest inventory={props.inventory} health={known()} used={newest('disk_percent')} />
      <Network health={known()} received={newest('received_bytes_per_sec')} sent={newest('sent_bytes_per_sec')} />
    </div>
  );
}

type Used = { health: Health | undefined; used: number | undefined };
const ofHundred = (percent: number) => formatPercent(Math.round(percent) / 100);

function Processor(props: Used & { cpu: Inventory['cpu'] }) {
  const cores = () => props.cpu && t('device.cores', { count: props.cpu.cores });
  return (
    <FigureCard
      icon={IconCpu}
      title={t('device.processor')}
      value={props.used === undefined ? cores() : ofHundred(props.used)}
      sub={[
        props.used === undefined ? undefined : cores(),
        props.cpu && t('device.threads', { count: props.cpu.threads }),
        shownText(props.cpu?.model ?? ''),
      ]}
      foot={<HealthLine name={t('device.processor')} health={props.health} figures={['cpu_percent']} top={100} />}
    />
  );
}

function Memory(props: Used & { bytes: number | undefined }) {
  const size = () => (props.bytes === undefined ? undefined : formatMemory(props.bytes));
  return (
    <FigureCard
      icon={IconMemory}
      title={t('device.memory')}
      value={
        props.used === undefined ? (
          size()
        ) : (
          <>
            {ofHundred(props.used)} <small>{t('device.used')}</small>
          </>
        )
      }
      sub={[props.used === undefined ? undefined : size()]}
      foot={<HealthLine name={t('device.memory')} health={props.health} figures={['memory_percent']} top={100} />}
    />
  );
}

/** The samples know how full the fullest volume is, the inventory which one it was when it was taken. */
function Fullest(props: Used & { inventory: Inventory | undefined }) {
  const volumes = () => volumesByUse(props.inventory?.volumes ?? []);
  const volume = () => volumes()[0];
  const title = () => {
    const name = volume()?.mount;
    return name === undefined ? t('device.volumes') : t('device.volume', { name: shownText(name) });
  };
  const used = () => {
    if (props.used !== undefined) return ofHundred(props.used);
    const share = volume()?.used;
    return share === undefined ? undefined : formatPercent(Math.round(share * 100) / 100);
  };
  const sizes = () => {
    const fullest = volume();
    if (!fullest) return undefined;
    return t('device.used_of', { used: formatBytes(fullest.used_bytes), size: formatBytes(fullest.size_bytes) });
  };
  const bar = () => {
    const fullest = volume();
    return fullest && <UsedBar volume={fullest} />;
  };
  return (
    <FigureCard
      icon={IconDisk}
      title={title()}
      value={
        used() && (
          <>
            {used()} <small>{t('device.used')}</small>
          </>
        )
      }
      sub={[sizes(), volumes().length > 1 ? t('device.fullest', { count: volumes().length }) : undefined]}
      foot={
        props.health && props.health.samples.length > 0 ? (
          <HealthLine name={title()} health={props.health} figures={['disk_percent']} top={100} />
        ) : (
          bar()
        )
      }
    />
  );
}

function Network(props: { health: Health | undefined; received: number | undefined; sent: number | undefined }) {
  const rate = (bytes: number) => t('health.per_second', { size: formatBytes(bytes) });
  return (
    <FigureCard
      icon={IconNetwork}
      title={t('health.network')}
      value={
        props.received !== undefined && (
          <>
            {rate(props.received)} <small>{t('health.received')}</small>
          </>
        )
      }
      sub={[props.sent === undefined ? undefined : t('health.sent', { rate: rate(props.sent) })]}
      foot={
        <HealthLine
          name={t('health.network')}
          health={props.health}
          figures={['received_bytes_per_sec', 'sent_bytes_per_sec']}
        />
      }
    />
  );
}
