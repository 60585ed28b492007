import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, Show } from 'solid-js';
import { unwrap } from 'solid-js/store';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { type Label, t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { TextField } from '../../ui/field.tsx';
import { IconPackage, IconSearch } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { createLocalRows } from '../../ui/table/local-rows.ts';
import { createColumnState } from '../../ui/table/state.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { createFoundRows } from './found-rows.ts';
import { FromAgent } from './from-agent.tsx';
import type { Inventory, useInventory } from './queries.ts';
import { WithInventory } from './with-inventory.tsx';

type Software = NonNullable<Inventory['software']>[number];

/** What is installed on the device, to search and sort: some machines send 20,000 entries. */
export function SoftwareTab(props: { inventory: ReturnType<typeof useInventory> }) {
  return (
    <WithInventory query={props.inventory}>
      {(inventory) => <SoftwareTable software={inventory().software ?? []} at={inventory().collected_at} />}
    </WithInventory>
  );
}

function SoftwareTable(props: { software: readonly Software[]; at: string }) {
  const [search, setSearch] = useSearchParams<{ q?: string; sort?: string }>();
  const text = () => String(search.q ?? '');
  const sort = () => String(search.sort ?? 'name');
  const [field, setField] = createSignal<HTMLInputElement | undefined>();
  useShortcuts({ '/': { label: () => t('device.software_find'), run: () => field()?.focus() } });
  // Plain objects: a proxy for each of 20,000 entries would be made for nothing, since the answer is replaced as a whole.
  const all = createMemo(() => unwrap(props.software));
  const found = createFoundRows({
    rows: all,
    words: ({ name, version, manufacturer }) => `${name} ${version} ${manufacturer}`,
    text,
    keys,
    sort,
  });
  const state = createColumnState({
    name: 'software',
    columns,
    sort,
    onSort: (next) => setSearch({ sort: next || null }),
  });
  return (
    <>
      <div class="filters">
        <TextField
          label={t('device.software_find')}
          class="fsearch [&>.head]:sr-only"
          icon={IconSearch}
          value={text()}
          onChange={(q) => setSearch({ q: q || null }, { replace: true })}
          input={{ type: 'search', placeholder: t('device.software_find'), autocomplete: 'off', ref: setField }}
        />
        <span class="sm muted" role="status">
          {text().trim() === ''
            ? t('device.software_count', { count: all().length })
            : t('device.software_of', { shown: formatNumber(found().length), count: all().length })}
        </span>
        <span class="ml-auto" />
        <FromAgent at={props.at} />
        <ColumnChooser state={state} />
      </div>
      <VirtualTable
        label={t('device.tab_software')}
        rows={createLocalRows(found, (entry) => `${entry.source} ${entry.name} ${entry.version}`)}
        state={state}
        failed={t('device.inventory_failed')}
        empty={<NoSoftware text={text()} onClear={() => setSearch({ q: null })} />}
      />
    </>
  );
}

function NoSoftware(props: { text: string; onClear: () => void }) {
  return (
    <Show
      when={props.text.trim() !== ''}
      fallback={
        <EmptyState icon={IconPackage} title={t('device.tab_software')}>
          {t('device.nothing_sent')}
        </EmptyState>
      }
    >
      <EmptyState
        icon={IconSearch}
        title={t('device.nothing')}
        actions={<Button onClick={() => props.onClear()}>{t('device.clear')}</Button>}
      >
        {t('device.nothing_why', { text: props.text.trim() })}
      </EmptyState>
    </Show>
  );
}

const keys: Record<string, (entry: Software) => string | number> = {
  name: ({ name }) => name,
  version: ({ version }) => version,
  publisher: ({ manufacturer }) => manufacturer,
  installed: ({ installed_at }) => installed_at ?? '',
  size: ({ size_bytes }) => size_bytes ?? -1,
  source: ({ source }) => source,
};

type Rest = Omit<Column<Software>, 'header' | 'sort' | 'id'>;
const column = (id: string, label: Label, rest: Rest): Column<Software> => ({
  ...rest,
  id,
  sort: id,
  get header() {
    return t(label);
  },
});

function Words(props: { text: string | null; look?: string }) {
  const shown = () => shownText(props.text ?? '');
  return (
    <span class={`ell ${props.look ?? 'dim'}`} title={shown()}>
      {shown()}
    </span>
  );
}

const columns: Column<Software>[] = [
  column('name', 'device.name', {
    min: 200,
    grow: 3,
    fixed: true,
    cell: (row) => <Words text={row().name} look="strong" />,
  }),
  column('version', 'device.version', { min: 140, grow: 2, cell: (row) => <Words text={row().version} /> }),
  column('publisher', 'device.publisher', { min: 180, grow: 3, cell: (row) => <Words text={row().manufacturer} /> }),
  column('installed', 'device.installed', { min: 110, cell: (row) => <Words text={row().installed_at} /> }),
  column('size', 'device.size', {
    min: 90,
    align: 'end',
    cell: (row) => {
      const size = () => row().size_bytes;
      return <span class="dim">{size() === null ? '' : formatBytes(size() ?? 0)}</span>;
    },
  }),
  column('source', 'device.source', { min: 90, cell: (row) => <Words text={row().source} /> }),
];
