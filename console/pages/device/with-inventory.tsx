import { type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconServer } from '../../ui/icons.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { Inventory, useInventory } from './queries.ts';

type WithInventoryProps = {
  query: ReturnType<typeof useInventory>;
  children: (inventory: () => Inventory) => JSX.Element;
};

/** The inventory once it is there; before, that it is loading, missing, or not to be had. */
export function WithInventory(props: WithInventoryProps) {
  const data = () => (props.query.isPending ? undefined : (props.query.data ?? undefined));
  return (
    <Show
      when={data()}
      fallback={
        <Show when={!props.query.isPending} fallback={<Skeleton kind="lines" rows={6} />}>
          <Show
            when={props.query.isError}
            fallback={
              <EmptyState icon={IconServer} title={t('device.no_inventory')}>
                {t('device.no_inventory_why')}
              </EmptyState>
            }
          >
            <ErrorState
              what={t('device.inventory_failed')}
              error={props.query.error}
              retry={() => void props.query.refetch()}
            />
          </Show>
        </Show>
      }
    >
      {(inventory) => props.children(inventory)}
    </Show>
  );
}
