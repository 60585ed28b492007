import { useSearchParams } from '@solidjs/router';
import { type Accessor, createEffect, createMemo, on } from 'solid-js';
import type { Api } from '../../api-types.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { type Place, placeIds } from '../organisation/places.ts';

type Query = NonNullable<Api['GET /api/devices']['query']>;
export type Status = NonNullable<Query['status']>;
/** What narrows the list, as the API takes it. */
export type DeviceFilter = Pick<Query, 'q' | 'status' | 'client_id' | 'site_id' | 'group_id' | 'tag'>;

/** In the address of the page; `company` is the one that the top bar chooses. */
type Params = {
  q?: string;
  status?: string;
  company?: string;
  site?: string;
  department?: string;
  unassigned?: string;
  tag?: string;
  sort?: string;
};
type Change = { [K in keyof Params]?: string | null };

export type DeviceFilters = {
  q: Accessor<string>;
  status: Accessor<Status | undefined>;
  company: Accessor<string | undefined>;
  site: Accessor<string | undefined>;
  department: Accessor<string | undefined>;
  /** Only devices without a company. */
  unassigned: Accessor<boolean>;
  tag: Accessor<string | undefined>;
  sort: Accessor<NonNullable<Query['sort']>>;
  /** For the API; `status` apart, because counts are made for every status. */
  filter: Accessor<DeviceFilter>;
  /** How many of them are on, without the order. */
  count: Accessor<number>;
  /** `replace` leaves no step in the history: for what is typed. */
  set: (change: Change, options?: { replace: boolean }) => void;
  /** Shows what lies in one place, what lies in none, or, with undefined, everything. */
  goTo: (place: Place | 'unassigned' | undefined) => void;
  clear: () => void;
};

const SORTS: ReadonlySet<string> = new Set(['hostname', 'client', 'site', 'os', 'version', 'status']);

/** Filters and order of the device list. The address holds them, so that Back and links show the same list. */
export function useDeviceFilters(): DeviceFilters {
  const [search, setSearch] = useSearchParams<Params>();
  const param = (name: keyof Params) => {
    const value = search[name];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
  const status = () => statusOf(param('status'));
  const filter = createMemo<DeviceFilter>(
    () => {
      const [q, tag, site, department] = [param('q'), param('tag'), param('site'), param('department')];
      const [client, chosen] = [param('unassigned') ? 'none' : param('company'), status()];
      return {
        ...(q && { q }),
        ...(chosen && { status: chosen }),
        ...(client && { client_id: client }),
        ...(site && { site_id: site }),
        ...(department && { group_id: department }),
        ...(tag && { tag }),
      };
    },
    {},
    { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  const set: DeviceFilters['set'] = (change, options) => setSearch(change, options);
  return {
    q: () => param('q') ?? '',
    status,
    company: () => param('company'),
    site: () => param('site'),
    department: () => param('department'),
    unassigned: () => param('unassigned') !== undefined,
    tag: () => param('tag'),
    sort: () => sortOf(param('sort')),
    filter,
    count: () => Object.keys(filter()).length,
    set,
    goTo: (place) => set({ ...NOWHERE, ...paramsOf(place) }),
    clear: () => set({ ...NOWHERE, q: null, status: null, tag: null }),
  };
}

const NOWHERE = { company: null, site: null, department: null, unassigned: null } as const;

function paramsOf(place: Place | 'unassigned' | undefined): Change {
  if (place === 'unassigned') return { unassigned: '1' };
  const { client_id, site_id, group_id } = place ? placeIds(place) : {};
  return { company: client_id ?? null, site: site_id ?? null, department: group_id ?? null };
}

function statusOf(value: string | undefined): Status | undefined {
  return value === 'online' || value === 'offline' ? value : undefined;
}

function isSort(value: string): value is NonNullable<Query['sort']> {
  return SORTS.has(value.replace(/^-/, ''));
}

function sortOf(value: string | undefined): NonNullable<Query['sort']> {
  return value !== undefined && isSort(value) ? value : 'hostname';
}

/** Another company, chosen in the top bar, takes the filters along that lead elsewhere. */
export function dropForeignPlace(filters: DeviceFilters, organisation: Organisation): void {
  createEffect(
    on(
      filters.company,
      (company) => {
        const place = organisation.place(filters.department() ?? filters.site());
        const foreign = place !== undefined && place.above[0]?.id !== company;
        const nowhere = filters.unassigned() && company !== undefined;
        if (foreign || nowhere) filters.set({ site: null, department: null, unassigned: null }, { replace: true });
      },
      { defer: true },
    ),
  );
}
