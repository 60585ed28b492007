import { Show } from 'solid-js';
import { formatNumber, formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconSend } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import { stateLook } from './looks.tsx';
import { type Delivery, useDeliveries } from './queries.ts';

/** What became of the newest deliveries. */
export function Deliveries(props: { id: string }) {
  const deliveries = useDeliveries(() => props.id);
  const columns: TableColumn<Delivery>[] = [
    {
      header: t('webhooks.event'),
      kind: 'wrap',
      cell: ({ event, created_at }) => (
        <div class="stack gap-1">
          <span class="mono sm">{event}</span>
          <RelativeTime at={created_at} class="xs muted" />
        </div>
      ),
    },
    { header: t('webhooks.state'), kind: 'wrap', cell: (delivery) => <State delivery={delivery} /> },
    { header: t('webhooks.tries'), kind: 'num', cell: ({ attempts }) => formatNumber(attempts) },
  ];
  return (
    <Card title={t('webhooks.deliveries')}>
      <Loaded query={deliveries} failed={t('webhooks.deliveries_failed')}>
        {(data) => (
          <Show
            when={data().deliveries.length > 0}
            fallback={
              <EmptyState icon={IconSend} title={t('webhooks.never')}>
                {t('webhooks.deliveries_none')}
              </EmptyState>
            }
          >
            <Table label={t('webhooks.deliveries')} columns={columns} rows={data().deliveries} stacked />
          </Show>
        )}
      </Loaded>
    </Card>
  );
}

/** With what the receiver said, where it did not take it. */
function State(props: { delivery: Delivery }) {
  return (
    <div class="stack gap-1">
      <span class="row flex-wrap gap-y-0">
        <StatusWord {...stateLook(props.delivery.state)} />
        <Show when={props.delivery.next_attempt_at}>
          {(at) => <span class="muted xs">{t('webhooks.again_at', { time: formatRelative(at(), now()) })}</span>}
        </Show>
      </span>
      <Show when={props.delivery.error}>
        {(error) => (
          <span class="xs muted wrap-anywhere">
            <VisibleText text={error()} />
          </span>
        )}
      </Show>
    </div>
  );
}
