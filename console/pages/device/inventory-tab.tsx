import { For, type JSX, Show } from 'solid-js';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { TableColumn } from '../../ui/table/table.tsx';
import { FromAgent } from './from-agent.tsx';
import { formatMemory } from './hardware.ts';
import { LongTable } from './long-table.tsx';
import type { Inventory, useInventory } from './queries.ts';
import { ServicesCard } from './services-card.tsx';
import { hardwareFacts, sent } from './system-card.tsx';
import { VolumesCard } from './volumes.tsx';
import { WithInventory } from './with-inventory.tsx';

/** Everything the agent sent about the machine, but its software, which has a tab of its own. */
export function InventoryTab(props: { inventory: ReturnType<typeof useInventory> }) {
  return (
    <WithInventory query={props.inventory}>
      {(inventory) => (
        <div class="stack">
          <div class="row">
            <FromAgent at={inventory().collected_at} />
          </div>
          <div class="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <MachineCard inventory={inventory()} />
            <List title={t('device.disks')} rows={inventory().disks} columns={diskColumns()} />
          </div>
          <VolumesCard inventory={inventory()} />
          <List title={t('device.interfaces')} rows={inventory().interfaces} columns={interfaceColumns()} />
          <List title={t('device.users')} rows={inventory().users} columns={userColumns()} />
          <Show when={inventory().services?.length}>
            <ServicesCard services={inventory().services ?? []} />
          </Show>
        </div>
      )}
    </WithInventory>
  );
}

function MachineCard(props: { inventory: Inventory }) {
  const cpu = () => props.inventory.cpu;
  const threads = () =>
    [t('device.cores', { count: cpu()?.cores ?? 0 }), t('device.threads', { count: cpu()?.threads ?? 0 })].join(', ');
  const memory = () =>
    props.inventory.memory_bytes === undefined ? undefined : formatMemory(props.inventory.memory_bytes);
  return (
    <Card title={t('device.system')} pad>
      <Facts
        facts={[
          ...hardwareFacts(props.inventory.system),
          ...sent(t('device.processor'), cpu()?.model),
          ...(cpu() ? [['', threads()] as const] : []),
          ...(memory() ? [[t('device.memory'), memory()] as const] : []),
        ]}
      />
    </Card>
  );
}

/** A section that the agent sent; one that it never sent is absent, an empty one says so. */
function List<Row>(props: { title: string; rows: readonly Row[] | undefined; columns: TableColumn<Row>[] }) {
  return (
    <Show when={props.rows}>
      {(rows) => (
        <Card title={props.title} sub={formatNumber(rows().length)}>
          <Show when={rows().length > 0} fallback={<p class="sm muted p-4">{t('device.nothing_sent')}</p>}>
            <LongTable label={props.title} columns={props.columns} rows={rows()} />
          </Show>
        </Card>
      )}
    </Show>
  );
}

type Section<K extends 'disks' | 'interfaces' | 'users'> = NonNullable<Inventory[K]>[number];

const text = (value: string, look = ''): JSX.Element => (
  <span class={look}>
    <VisibleText text={value} />
  </span>
);

const diskColumns = (): TableColumn<Section<'disks'>>[] => [
  { header: t('device.name'), cell: (disk) => text(disk.name, 'strong') },
  { header: t('device.model'), kind: 'wrap', cell: (disk) => text(disk.model, 'dim') },
  { header: t('device.serial'), cell: (disk) => text(disk.serial, 'mono dim') },
  { header: t('device.disk_kind'), cell: (disk) => text(disk.kind, 'dim') },
  { header: t('device.size'), kind: 'num', cell: (disk) => formatBytes(disk.size_bytes) },
];

const interfaceColumns = (): TableColumn<Section<'interfaces'>>[] => [
  { header: t('device.name'), cell: (card) => text(card.name, 'strong') },
  { header: t('device.mac'), cell: (card) => text(card.mac, 'mono dim') },
  {
    header: t('device.addresses'),
    kind: 'wrap',
    cell: (card) => <For each={card.ips}>{(ip) => <div>{text(ip, 'mono')}</div>}</For>,
  },
];

const userColumns = (): TableColumn<Section<'users'>>[] => [
  { header: t('device.name'), cell: (user) => text(user.name, 'strong') },
  { header: t('device.uid'), cell: (user) => text(user.uid, 'mono dim') },
  { header: t('device.home'), kind: 'wrap', cell: (user) => text(user.home, 'mono dim') },
  { header: t('device.admin'), cell: (user) => (user.admin ? t('device.yes') : t('device.no')) },
];
