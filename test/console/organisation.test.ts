import { describe, expect, test } from 'vitest';
import {
  allPlaces,
  buildPlaces,
  devicesPath,
  placeIds,
  placeName,
  placesMatching,
} from '../../console/pages/organisation/places.ts';
import { ancestorsOf, treeLines } from '../../console/ui/tree/nodes.ts';

const row = (id: string, name: string) => ({
  id,
  name,
  device_count: 3,
  online_count: 2,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
});
const places = buildPlaces({
  clients: [row('c1', 'Halvorsen Marine'), row('c2', 'Pinefold Schools')],
  sites: [
    { ...row('s1', 'Bergen'), client_id: 'c1' },
    { ...row('s2', 'Hillcrest'), client_id: 'c2' },
  ],
  groups: [{ ...row('g1', 'Office'), client_id: 'c1', site_id: 's1' }],
});
const place = (id: string) => {
  const found = allPlaces(places).find((one) => one.id === id);
  if (!found) throw new Error(`no place ${id}`);
  return found;
};

describe('places', () => {
  test('a department knows its whole way, in words, as ids and as an address', () => {
    expect(placeName(place('g1'))).toBe('Halvorsen Marine, Bergen, Office');
    expect(placeIds(place('g1'))).toEqual({ client_id: 'c1', site_id: 's1', group_id: 'g1' });
    expect(devicesPath(place('g1'))).toBe('/devices?company=c1&site=s1&department=g1');
    expect(placeIds(place('c2'))).toEqual({ client_id: 'c2' });
  });

  test('a search keeps what matches with all below it, and what lies above it without its other children', () => {
    const found = placesMatching(places, 'off');
    expect(allPlaces(found).map(({ id }) => id)).toEqual(['c1', 's1', 'g1']);
    expect(allPlaces(placesMatching(places, 'MARINE')).map(({ id }) => id)).toEqual(['c1', 's1', 'g1']);
    expect(placesMatching(places, 'nowhere')).toEqual([]);
  });
});

describe('the lines of a tree', () => {
  const nodes = [
    { id: 'a', label: 'Alpha', children: [{ id: 'a1', label: 'One', children: [{ id: 'a11', label: 'Deep' }] }] },
    { id: 'b', label: 'Beta' },
  ];
  const shown = (opened: string[], text?: string) =>
    treeLines(nodes, new Set(opened), text).map(({ node, level }) => `${level} ${node.id}`);

  test('closed nodes hide what lies below them', () => {
    expect(shown([])).toEqual(['1 a', '1 b']);
    expect(shown(['a'])).toEqual(['1 a', '2 a1', '1 b']);
    expect(shown(['a1'])).toEqual(['1 a', '1 b']);
  });

  test('a search opens the way to what matches and leaves out the rest', () => {
    expect(shown([], 'deep')).toEqual(['1 a', '2 a1', '3 a11']);
    expect(shown([], 'alpha')).toEqual(['1 a']);
    expect(shown(['a'], 'alpha')).toEqual(['1 a', '2 a1']);
  });

  test('the way up to a node, nearest last', () => {
    expect(ancestorsOf(nodes, 'a11')).toEqual(['a', 'a1']);
    expect(ancestorsOf(nodes, 'b')).toEqual([]);
  });
});
