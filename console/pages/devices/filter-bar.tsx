import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createEffect, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconClose, IconPanel, IconSearch } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { Organisation } from '../organisation/organisation.ts';
import { chipsOf } from './chips.ts';
import { FilterMenu } from './filter-menu.tsx';
import type { DeviceFilter, DeviceFilters, Status } from './filters.ts';
import { placesOpen, togglePlaces } from './places-panel.tsx';

type FilterBarProps = {
  filters: DeviceFilters;
  organisation: Organisation;
  searchRef: (input: HTMLInputElement) => void;
};

/** Search, filters as chips, and how many are online. */
export function FilterBar(props: FilterBarProps) {
  const chips = () => chipsOf(props.filters, props.organisation);
  return (
    <div class="filters">
      <Show when={can('clients.view')}>
        <Button icon={IconPanel} pressed={placesOpen()} onClick={togglePlaces}>
          {t('devices.places')}
        </Button>
      </Show>
      <SearchField filters={props.filters} searchRef={props.searchRef} />
      <For each={chips()}>
        {(chip) => (
          <span class="chip on">
            <span class="ellipsis max-w-60" title={`${chip.kind} ${chip.value}`}>
              <span class="k">{chip.kind}</span> <b>{chip.value}</b>
            </span>
            <button
              type="button"
              aria-label={t('devices.filter_remove', { name: `${chip.kind} ${chip.value}` })}
              onClick={chip.remove}
            >
              <IconClose class="i-sm" />
            </button>
          </span>
        )}
      </For>
      <FilterMenu filters={props.filters} organisation={props.organisation} />
      <Show when={props.filters.count() > 0}>
        <Button size="s" look="quiet" onClick={props.filters.clear}>
          {t('devices.filter_clear')}
        </Button>
      </Show>
      <span class="ml-auto" />
      <StatusCounts filters={props.filters} />
    </div>
  );
}

/** A pause this long in typing sends what is there; each search replaces the last in the history. */
const TYPING_MS = 150;

function SearchField(props: { filters: DeviceFilters; searchRef: (input: HTMLInputElement) => void }) {
  const [text, setText] = createSignal(props.filters.q());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = props.filters.q();
  onCleanup(() => clearTimeout(timer));
  // Back, a link or Clear changed the address: the field follows. What it sent itself it need not hear.
  createEffect(
    on(
      () => props.filters.q(),
      (q) => {
        if (q === sent) return;
        sent = q;
        clearTimeout(timer);
        setText(q);
      },
      { defer: true },
    ),
  );
  function send(value: string) {
    clearTimeout(timer);
    sent = value.trim();
    props.filters.set({ q: sent || null }, { replace: true });
  }
  function type(value: string) {
    setText(value);
    clearTimeout(timer);
    timer = setTimeout(() => send(value), TYPING_MS);
  }
  return (
    <TextField
      label={t('devices.search')}
      class="fsearch [&>.head]:sr-only"
      icon={IconSearch}
      value={text()}
      onChange={type}
      input={{
        type: 'search',
        placeholder: t('devices.search_hint'),
        autocomplete: 'off',
        spellcheck: false,
        maxlength: 200,
        ref: props.searchRef,
        onKeyDown: (event) => {
          if (event.key === 'Enter') send(text());
          if (event.key === 'Escape' && text() === '') event.currentTarget.blur();
        },
      }}
    />
  );
}

/** All, online and offline under the other filters. */
function StatusCounts(props: { filters: DeviceFilters }) {
  const base = (): DeviceFilter => {
    const { status: _, ...rest } = props.filters.filter();
    return rest;
  };
  const all = createCount(base);
  const online = createCount(() => ({ ...base(), status: 'online' }));
  const offline = () => {
    const [total, up] = [all(), online()];
    return total === undefined || up === undefined ? undefined : Math.max(0, total - up);
  };
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count));
  return (
    <Segmented<Status | 'all'>
      label={t('devices.status')}
      value={props.filters.status() ?? 'all'}
      onChange={(status) => props.filters.set({ status: status === 'all' ? null : status })}
      segments={[
        {
          value: 'all',
          get label() {
            return t('devices.all');
          },
          get count() {
            return shown(all());
          },
        },
        {
          value: 'online',
          get label() {
            return t('devices.online');
          },
          get count() {
            return shown(online());
          },
        },
        {
          value: 'offline',
          get label() {
            return t('devices.offline');
          },
          get count() {
            return shown(offline());
          },
        },
      ]}
    />
  );
}

function createCount(filter: () => DeviceFilter): () => number | undefined {
  const query = useQuery(() => ({
    queryKey: ['device_counts', filter()],
    queryFn: async ({ signal }) => (await api('GET /api/devices', { query: { ...filter(), limit: 1 }, signal })).total,
    placeholderData: keepPreviousData,
  }));
  return () => (query.isSuccess ? query.data : undefined);
}
