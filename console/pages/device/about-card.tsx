import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconLock, IconOk } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { LastSeen } from '../devices/columns.tsx';
import type { Device } from '../devices/device-words.ts';
import { placesOf } from './paths.ts';

/** What Muster itself knows about the device. */
export function AboutCard(props: { device: Device }) {
  const device = () => props.device;
  return (
    <Card title={t('device.about')} pad>
      <Facts
        facts={[
          [t('device.placement'), <Placement device={device()} />],
          [t('device.last_seen'), <LastSeen device={device()} />],
          [t('device.enrolled'), <RelativeTime at={device().enrolled_at} />],
          [t('device.identity'), <Identity device={device()} />],
          [
            t('device.public_address'),
            <span class="mono">
              <VisibleText text={device().public_ip ?? t('device.unknown')} />
            </span>,
          ],
          [t('device.id'), <span class="mono">{device().id}</span>],
        ]}
      />
    </Card>
  );
}

function Placement(props: { device: Device }) {
  return (
    <For each={placesOf(props.device)} fallback={<span class="muted">{t('device.unassigned')}</span>}>
      {(place, index) => (
        <>
          <Show when={index() > 0}>, </Show>
          <a class="link" href={place.href}>
            {place.label}
          </a>
        </>
      )}
    </For>
  );
}

function Identity(props: { device: Device }) {
  return (
    <Show
      when={props.device.identity === 'trusted'}
      fallback={<StatusWord tone="err" icon={IconLock} word={t('devices.revoked')} />}
    >
      <StatusWord tone="ok" icon={IconOk} word={t('device.trusted')} />
    </Show>
  );
}
