import { Show } from 'solid-js';
import { formatBytes, formatPercent } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { FromAgent } from './from-agent.tsx';
import { type Volume, volumesByUse } from './hardware.ts';
import { LongTable } from './long-table.tsx';
import type { Inventory } from './queries.ts';

/** Every volume with how full it is, the fullest first; `marked` says whose words these are, where nothing around does. */
export function VolumesCard(props: { inventory: Inventory | undefined; marked?: boolean }) {
  const volumes = () => volumesByUse(props.inventory?.volumes ?? []);
  return (
    <Show when={volumes().length > 0}>
      <Card
        title={t('device.volumes')}
        {...(props.marked ? { end: <FromAgent at={props.inventory?.collected_at} /> } : {})}
      >
        <LongTable<Volume>
          label={t('device.volumes')}
          rows={volumes()}
          columns={[
            {
              header: t('device.mount'),
              kind: 'wrap',
              cell: (volume) => (
                <span class="strong">
                  <VisibleText text={volume.mount} />
                </span>
              ),
            },
            {
              header: t('device.use'),
              cell: (volume) => (
                <span class="row">
                  <span class="w-12 text-right">{formatPercent(Math.round(volume.used * 100) / 100)}</span>
                  <span class="w-24">
                    <UsedBar volume={volume} />
                  </span>
                </span>
              ),
            },
            {
              header: t('device.free'),
              kind: 'num',
              cell: (volume) => formatBytes(Math.max(0, volume.size_bytes - volume.used_bytes)),
            },
            { header: t('device.size'), kind: 'num', cell: (volume) => formatBytes(volume.size_bytes) },
            {
              header: t('device.filesystem'),
              cell: (volume) => (
                <span class="dim">
                  <VisibleText text={volume.fs} />
                </span>
              ),
            },
          ]}
        />
      </Card>
    </Show>
  );
}

/** From here on the bar is amber, and then red; the figure beside it says the same. */
const FULL = { warn: 0.85, err: 0.95 };

export function UsedBar(props: { volume: Volume }) {
  const look = () => (props.volume.used >= FULL.err ? 'err' : props.volume.used >= FULL.warn ? 'warn' : '');
  return (
    <span class="bar" aria-hidden="true">
      <i class={look()} style={{ width: `${props.volume.used * 100}%` }} />
    </span>
  );
}
