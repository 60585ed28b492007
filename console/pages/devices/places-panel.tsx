import { useQuery } from '@tanstack/solid-query';
import { createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { IconDevice, IconHelp } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import type { TreeNode } from '../../ui/tree/tree.tsx';
import type { Organisation } from '../organisation/organisation.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import type { DeviceFilters } from './filters.ts';

const KEY = 'muster.devices.places';
/** As wide as a table needs beside it; below, the panel is opened when it is wanted. */
const ROOMY = '(min-width: 1181px)';

const [open, setOpen] = createSignal(
  (localStorage.getItem(KEY) ?? (matchMedia(ROOMY).matches ? 'open' : '')) === 'open',
);

export { open as placesOpen };

export function togglePlaces(): void {
  setOpen(!open());
  localStorage.setItem(KEY, open() ? 'open' : 'closed');
}

const ALL = 'all';
const UNASSIGNED = 'unassigned';

/** The organisation beside the list: where devices are, how many of them are online, and a click to see only those. */
export function PlacesPanel(props: { filters: DeviceFilters; organisation: Organisation }) {
  const dashboard = useQuery(() => ({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api('GET /api/dashboard', { signal }),
  }));
  const fleet = () => (dashboard.isSuccess ? dashboard.data : undefined);
  const homeless = () => fleet()?.companies?.find(({ client_id }) => client_id === null);
  const first = (): TreeNode[] => [
    { id: ALL, label: t('devices.all_devices'), icon: IconDevice },
    ...(homeless() || props.filters.unassigned()
      ? [{ id: UNASSIGNED, label: t('devices.unassigned'), icon: IconHelp }]
      : []),
  ];
  const selected = () =>
    props.filters.unassigned()
      ? UNASSIGNED
      : (props.filters.department() ?? props.filters.site() ?? props.filters.company() ?? ALL);
  return (
    <ScrollBox
      class="card max-h-[40vh] flex-none overflow-auto p-2 md:max-h-none md:w-54"
      label={t('devices.places_label')}
    >
      <PlaceTree
        label={t('devices.places_label')}
        organisation={props.organisation}
        selected={selected()}
        onSelect={props.filters.goTo}
        first={first()}
        onFirst={(id) => props.filters.goTo(id === UNASSIGNED ? 'unassigned' : undefined)}
        end={(place) => <OnlineOf online={place().online} devices={place().devices} />}
        endOfFirst={(id) => {
          const counts = () => (id === ALL ? fleet()?.devices : homeless());
          return <OnlineOf online={counts()?.online ?? 0} devices={counts()?.total ?? 0} />;
        }}
      />
    </ScrollBox>
  );
}

/** Above this, "38K" has to do in a narrow line; the title has the whole number. */
const COMPACT_FROM = 10_000;

/** "12/14", or "14" when all are online, and in words for those who do not know it. */
export function OnlineOf(props: { online: number; devices: number }) {
  const words = () => t('organisation.online_of', { online: formatNumber(props.online), count: props.devices });
  const short = (count: number) =>
    formatNumber(count, props.devices >= COMPACT_FROM ? { notation: 'compact', maximumFractionDigits: 1 } : {});
  return (
    <span class="n" title={words()}>
      <span aria-hidden="true">
        {props.online === props.devices ? short(props.devices) : `${short(props.online)}/${short(props.devices)}`}
      </span>
      <span class="vh">{words()}</span>
    </span>
  );
}
