import type { Output } from '../../api.ts';

/** Where a device can be: a company, a site of it, a department of that. Counts are of what the caller sees. */
export type Place = {
  kind: 'client' | 'site' | 'group';
  id: string;
  name: string;
  devices: number;
  online: number;
  /** What it lies in, nearest last; empty for a company. */
  above: readonly Place[];
  children: readonly Place[];
};

type Lists = {
  clients: Output<'GET /api/clients'>['clients'];
  sites: Output<'GET /api/sites'>['sites'];
  groups: Output<'GET /api/groups'>['groups'];
};

/** The three lists as a tree, each level in the order of the server. */
export function buildPlaces({ clients, sites, groups }: Lists): Place[] {
  const sitesOf = Map.groupBy(sites, (site) => site.client_id);
  const groupsOf = Map.groupBy(groups, (group) => group.site_id);
  return clients.map((client) => {
    const company = placeOf('client', client, []);
    company.children = (sitesOf.get(client.id) ?? []).map((row) => {
      const site = placeOf('site', row, [company]);
      site.children = (groupsOf.get(row.id) ?? []).map((group) => placeOf('group', group, [company, site]));
      return site;
    });
    return company;
  });
}

type Row = { id: string; name: string; device_count: number; online_count: number };

function placeOf(kind: Place['kind'], row: Row, above: readonly Place[]): Place & { children: readonly Place[] } {
  return {
    kind,
    id: row.id,
    name: row.name,
    devices: row.device_count,
    online: row.online_count,
    above,
    children: [],
  };
}

/** Every place below these, themselves included. */
export function allPlaces(places: readonly Place[]): Place[] {
  return places.flatMap((place) => [place, ...allPlaces(place.children)]);
}

/** "Halvorsen Marine, Bergen, Infrastructure": the whole way, since site names repeat. */
export function placeName(place: Place): string {
  return [...place.above, place].map(({ name }) => name).join(', ');
}

/** Ids as the API filters devices and places them. */
export function placeIds(place: Place): { client_id?: string; site_id?: string; group_id?: string } {
  const way = [...place.above, place];
  const of = (kind: Place['kind']) => way.find((one) => one.kind === kind)?.id;
  const [client_id, site_id, group_id] = [of('client'), of('site'), of('group')];
  return { ...(client_id && { client_id }), ...(site_id && { site_id }), ...(group_id && { group_id }) };
}

/** The places whose name contains the text, or below which one does: with all above them, in their order. */
export function placesMatching(places: readonly Place[], text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...places];
  return places.flatMap((place) => {
    if (place.name.toLowerCase().includes(wanted)) return [place];
    const children = placesMatching(place.children, wanted);
    return children.length > 0 ? [{ ...place, children }] : [];
  });
}

/** Address of the list of what is there. */
export function devicesPath(place: Place): string {
  const { client_id = '', site_id, group_id } = placeIds(place);
  const query = new URLSearchParams({ company: client_id });
  if (site_id) query.set('site', site_id);
  if (group_id) query.set('department', group_id);
  return `/devices?${query}`;
}
