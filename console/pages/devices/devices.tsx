import { useLocation, useNavigate } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { IconAdd } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { createSelection } from '../../ui/table/selection.ts';
import { createColumnState } from '../../ui/table/state.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { deviceColumns } from './columns.tsx';
import { createDeviceRows } from './device-rows.ts';
import { FilterBar } from './filter-bar.tsx';
import { type DeviceFilters, dropForeignPlace, useDeviceFilters } from './filters.ts';
import { ListFoot } from './list-foot.tsx';
import { NoDevices } from './no-devices.tsx';
import { PlacesPanel, placesOpen } from './places-panel.tsx';

/** Every device that the principal sees: found, filtered, and acted on in numbers. */
export default function Devices() {
  const navigate = useNavigate();
  const location = useLocation();
  const company = useCompany();
  const filters = useDeviceFilters();
  const organisation = useOrganisation();
  dropForeignPlace(filters, organisation);
  const { rows, known } = createDeviceRows(filters);
  const selection = createSelection();
  const state = createColumnState({
    name: 'devices',
    columns: deviceColumns((id) => company.href(`/devices/${id}`)),
    sort: filters.sort,
    onSort: (sort) => filters.set({ sort: sort || null }),
  });
  const setSearch = useListKeys(filters);
  return (
    <Page
      title={t('devices.title')}
      fill
      beside={<Total shown={rows.total()} filtered={filters.count() > 0} />}
      actions={
        <>
          <ColumnChooser state={state} />
          <EnrollButton place={filters.department() ?? filters.site()} />
        </>
      }
    >
      <FilterBar filters={filters} organisation={organisation} searchRef={setSearch} />
      <div class="flex min-h-0 flex-1 flex-col gap-3 md:flex-row">
        <Show when={can('clients.view') && placesOpen()}>
          <PlacesPanel filters={filters} organisation={organisation} />
        </Show>
        <VirtualTable
          label={t('devices.title')}
          rows={rows}
          keepPlace={`${location.pathname}${location.search}`}
          state={state}
          selection={selection}
          onOpen={(device) => navigate(company.href(`/devices/${device.id}`))}
          newLabel={(count) => t('devices.show_new', { count })}
          failed={t('devices.failed')}
          empty={<NoDevices filters={filters} />}
          foot={<ListFoot total={rows.total()} selection={selection} known={known} onChanged={rows.accept} />}
        />
      </div>
    </Page>
  );
}

/** Keys of the page beside those of its table; returns where the search field goes. */
function useListKeys(filters: DeviceFilters): (input: HTMLInputElement) => void {
  let search: HTMLInputElement | undefined;
  useShortcuts({
    '/': { label: () => t('devices.key_search'), run: () => search?.focus() },
    escape: { label: () => t('devices.key_clear'), run: filters.clear, when: () => filters.count() > 0 },
  });
  return (input) => {
    search = input;
  };
}

/** Leads to a new token for the place that is on screen. */
function EnrollButton(props: { place: string | undefined }) {
  const company = useCompany();
  return (
    <Show when={can('enrollment.manage')}>
      <LinkButton look="primary" icon={IconAdd} href={company.href(`/settings/enrollment?new=${props.place ?? '1'}`)}>
        {t('devices.enroll')}
      </LinkButton>
    </Show>
  );
}

/** "409 of 412" while something filters; the shell has read the second number already. */
function Total(props: { shown: number | undefined; filtered: boolean }) {
  const dashboard = useQuery(() => ({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api('GET /api/dashboard', { signal }),
  }));
  const all = () => (dashboard.isSuccess ? dashboard.data.devices?.total : undefined);
  return (
    <Show when={props.shown !== undefined && props.shown}>
      {(shown) => (
        <span class="muted sm" role="status">
          {props.filtered && all() !== undefined
            ? t('devices.of_all', { shown: formatNumber(shown()), all: formatNumber(all() ?? 0) })
            : formatNumber(shown())}
        </span>
      )}
    </Show>
  );
}
