import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';

/** So many rows show at first: a device may send a thousand disks, and all of them can be seen, but not by accident. */
const FIRST = 50;

/** A short table that may turn out long. */
export function LongTable<Row>(props: { label: string; columns: TableColumn<Row>[]; rows: readonly Row[] }) {
  const [all, setAll] = createSignal(false);
  const shown = () => (all() ? props.rows : props.rows.slice(0, FIRST));
  return (
    <>
      <Table label={props.label} columns={props.columns} rows={shown()} />
      <Show when={!all() && props.rows.length > FIRST}>
        <div class="card-foot justify-center">
          <Button onClick={() => setAll(true)}>{t('device.show_all', { count: props.rows.length })}</Button>
        </div>
      </Show>
    </>
  );
}
