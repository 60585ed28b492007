import { useSearchParams } from '@solidjs/router';
import { useQueryClient } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { IconDevice, IconFilter, IconJobs, IconServer } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Kbd, StatusWord } from '../../ui/status.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { createRowWindow } from '../../ui/table/row-window.ts';
import { createSelection } from '../../ui/table/selection.ts';
import { createColumnState } from '../../ui/table/state.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { changeInvented, countInvented, type Invented, inventRows } from './invented-rows.ts';

const COLUMNS: readonly Column<Invented>[] = [
  {
    id: 'status',
    header: 'Status',
    min: 100,
    grow: 0,
    sort: 'status',
    cell: (row) =>
      row().online ? (
        <StatusWord tone="ok" icon="dot" word="Online" />
      ) : (
        <StatusWord tone="idle" icon="ring" word="Offline" />
      ),
  },
  {
    id: 'hostname',
    header: 'Device',
    min: 220,
    grow: 3,
    sort: 'hostname',
    fixed: true,
    cell: (row) => (
      <>
        <Show when={row().server} fallback={<IconDevice class="muted" />}>
          <IconServer class="muted" />
        </Show>
        <a class="strong ell" href={`/ui-sheet?device=${row().id}`}>
          {row().hostname}
        </a>
        <span class="xs muted ell">{row().description}</span>
      </>
    ),
  },
  { id: 'company', header: 'Company', min: 150, grow: 2, sort: 'client', cell: (row) => row().company },
  {
    id: 'system',
    header: 'System',
    min: 150,
    grow: 2,
    sort: 'os',
    cell: (row) => <span class="dim ell">{row().system}</span>,
  },
  { id: 'user', header: 'User', min: 90, cell: (row) => <span class="dim">{row().user ?? '–'}</span> },
  { id: 'patches', header: 'Patches', min: 80, align: 'end', cell: (row) => formatNumber(row().patches) },
  { id: 'agent', header: 'Agent', min: 80, optional: true, cell: () => '0.5.0' },
];

/** 50,000 rows, loaded where they are looked at. */
export function TableSheet() {
  const [search, setSearch] = useSearchParams<{ sort?: string; empty?: string }>();
  const sort = () => String(search.sort ?? 'hostname');
  const rows = createRowWindow<Invented>({
    key: () => ['invented', { sort: sort(), empty: search.empty }],
    load: (range) => inventRows(range, sort(), search.empty === '1'),
    id: (row) => row.id,
  });
  const state = createColumnState({
    name: 'sheet',
    columns: COLUMNS,
    sort,
    onSort: (next) => setSearch({ sort: next || null }),
  });
  const selection = createSelection();
  const queries = useQueryClient();
  const change = () => {
    changeInvented();
    void queries.invalidateQueries({ queryKey: ['invented'] });
  };
  return (
    <>
      <div class="filters">
        <span class="muted sm">{formatNumber(countInvented())} rows</span>
        <span class="grow" />
        <Button onClick={change}>Change something</Button>
        <ColumnChooser state={state} />
      </div>
      <VirtualTable
        label="Devices"
        rows={rows}
        state={state}
        selection={selection}
        onOpen={(row) => toast(`Open ${row.hostname}`)}
        newLabel={(count) => `Show ${count} new devices`}
        failed="The devices did not load."
        empty={
          <EmptyState icon={IconFilter} title="No device matches">
            One filter is on.
          </EmptyState>
        }
        foot={
          <Show
            when={selection.ids().size > 0}
            fallback={
              <div class="vt-foot">
                <span>{formatNumber(rows.total() ?? 0)} devices</span>
                <span class="keys hide-m">
                  <Kbd>j</Kbd>
                  <Kbd>k</Kbd> move <Kbd>x</Kbd> select <Kbd>↵</Kbd> open
                </span>
              </div>
            }
          >
            <div class="bulk">
              <b class="sm">{selection.ids().size} selected</b>
              <span class="sep" />
              <Button look="primary" icon={IconJobs}>
                Run script…
              </Button>
              <Button look="danger">Delete…</Button>
              <Button look="quiet" onClick={selection.clear} keys={<Kbd>Esc</Kbd>}>
                Clear
              </Button>
            </div>
          </Show>
        }
      />
    </>
  );
}
