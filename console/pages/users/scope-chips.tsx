import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { For, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { type Icon, IconClose, IconDevice, IconHelp } from '../../ui/icons.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { placeIcons } from '../organisation/place-tree.tsx';
import { placeName } from '../organisation/places.ts';
import type { ScopeRow } from './queries.ts';

type ScopeChipsProps = { rows: readonly ScopeRow[]; organisation: Organisation; onRemove?: (id: string) => void };

/** What is chosen, each with its whole name and a way to take it out. */
export function ScopeChips(props: ScopeChipsProps) {
  const hostnames = useHostnames(() => props.rows);
  const chip = (row: ScopeRow): { name: string; icon: Icon } => {
    const place = props.organisation.place(row.scope_id);
    if (place) return { name: placeName(place), icon: placeIcons[place.kind] };
    const hostname = hostnames()[row.scope_id];
    if (hostname !== undefined) return { name: hostname, icon: IconDevice };
    return { name: t('scope.unknown'), icon: IconHelp };
  };
  return (
    <ul class="row flex-wrap" aria-label={t('scope.title')}>
      <For each={props.rows}>
        {(row) => (
          <li class="chip max-w-full">
            <ChipIcon icon={chip(row).icon} />
            <span class="ellipsis" title={chip(row).name}>
              {chip(row).name}
            </span>
            {props.onRemove && (
              <button
                type="button"
                aria-label={t('scope.remove', { name: chip(row).name })}
                onClick={() => props.onRemove?.(row.scope_id)}
              >
                <IconClose class="i-sm" />
              </button>
            )}
          </li>
        )}
      </For>
    </ul>
  );
}

function ChipIcon(props: { icon: Icon }) {
  return (
    <Show when={props.icon} keyed>
      {(Shape) => <Shape class="i-sm" />}
    </Show>
  );
}

/** Hostnames of the devices among the rows, as far as the reader may see them. */
function useHostnames(rows: () => readonly ScopeRow[]) {
  const ids = () => rows().flatMap((row) => (row.scope_type === 'agent' ? [row.scope_id] : []));
  const found = useQuery(() => ({
    queryKey: ['devices', { hostnames: ids() }],
    queryFn: ({ signal }) => readHostnames(ids(), signal),
    enabled: can('devices.view') && ids().length > 0,
    // The names stand while one more is looked up.
    placeholderData: keepPreviousData,
  }));
  return (): Record<string, string> => (found.isSuccess ? found.data : {});
}

async function readHostnames(ids: readonly string[], signal: AbortSignal): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const id of ids) {
    const device = await api('GET /api/devices/:id', { params: { id }, signal }).catch((error: unknown) => {
      // Deleted, or out of the reader's scope: the chip says so.
      if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
      throw error;
    });
    if (device) names[id] = device.hostname;
  }
  return names;
}
