import { createSignal } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconSearch } from '../../ui/icons.ts';
import type { TableColumn } from '../../ui/table/table.tsx';
import { createFoundRows } from './found-rows.ts';
import { LongTable } from './long-table.tsx';
import type { Inventory } from './queries.ts';

type Service = NonNullable<Inventory['services']>[number];

/** Services with their state, to search. */
export function ServicesCard(props: { services: readonly Service[] }) {
  const [text, setText] = createSignal('');
  const found = createFoundRows<Service>({
    rows: () => props.services,
    words: ({ name, description, state }) => `${name} ${description} ${state}`,
    text,
    keys: { name: ({ name }) => name },
    sort: () => 'name',
  });
  return (
    <Card
      title={t('device.services')}
      sub={formatNumber(props.services.length)}
      end={
        <TextField
          label={t('device.services_find')}
          class="w-52 [&>.head]:sr-only"
          icon={IconSearch}
          value={text()}
          onChange={setText}
          input={{ type: 'search', placeholder: t('device.services_find'), autocomplete: 'off' }}
        />
      }
    >
      <LongTable label={t('device.services')} columns={columns()} rows={found()} />
    </Card>
  );
}

const columns = (): TableColumn<Service>[] => [
  {
    header: t('device.name'),
    kind: 'wrap',
    cell: (service) => (
      <span class="strong">
        <VisibleText text={service.name} />
      </span>
    ),
  },
  { header: t('device.state'), cell: (service) => <VisibleText text={service.state} /> },
  { header: t('device.start'), cell: (service) => <VisibleText text={service.start} /> },
  {
    header: t('device.description'),
    kind: 'wrap',
    cell: (service) => (
      <span class="dim">
        <VisibleText text={service.description} />
      </span>
    ),
  },
];
