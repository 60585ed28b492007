import { For, type JSX } from 'solid-js';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Device, systemName } from '../devices/device-words.ts';
import { FromAgent } from './from-agent.tsx';
import type { Inventory } from './queries.ts';

/** What the device says of itself, as text. */
export function SystemCard(props: { device: Device; inventory: Inventory | undefined }) {
  return (
    <Card title={t('device.system')} end={<FromAgent at={props.inventory?.collected_at} />} pad>
      <Facts facts={[...deviceFacts(props.device), ...hardwareFacts(props.inventory?.system)]} />
    </Card>
  );
}

type Fact = readonly [name: string, value: JSX.Element];

/** A fact whose value came from the device; without one there is none. */
export const sent = (name: string, value: string | null | undefined, mono = false): Fact[] =>
  value
    ? [
        [
          name,
          <span class={mono ? 'mono' : ''}>
            <VisibleText text={value} />
          </span>,
        ],
      ]
    : [];

function deviceFacts(device: Device): Fact[] {
  return [
    ...sent(t('device.hostname'), device.hostname),
    ...sent(t('device.os'), [systemName(device.os), device.os.arch].filter(Boolean).join(', ')),
    ...sent(t('device.user'), device.logged_in_user ?? t('device.nobody')),
    ...(device.local_ips.length > 0 ? [[t('device.addresses'), <Addresses ips={device.local_ips} />] as const] : []),
    ...(device.boot_at ? [[t('device.start'), formatDateTime(device.boot_at)] as const] : []),
    ...sent(t('device.agent'), device.version),
  ];
}

function Addresses(props: { ips: readonly string[] }) {
  return (
    <For each={props.ips}>
      {(ip) => (
        <div class="mono">
          <VisibleText text={ip} />
        </div>
      )}
    </For>
  );
}

/** Make and model; also on the inventory tab. */
export function hardwareFacts(system: Inventory['system']): Fact[] {
  if (!system) return [];
  return [
    ...sent(t('device.model'), [system.manufacturer, system.model].filter(Boolean).join(' ')),
    ...sent(t('device.kind'), system.virtual ? t('device.virtual') : t('device.physical')),
    ...sent(t('device.serial'), system.serial, true),
    ...sent(t('device.uuid'), system.uuid, true),
  ];
}
