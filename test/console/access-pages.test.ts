/** What the pages about people and access work out without a server. */
import { describe, expect, test } from 'vitest';
import { en } from '../../console/i18n/en.ts';
import { programOf } from '../../console/pages/account/user-agent.ts';
import { curlExample } from '../../console/pages/api-tokens/example.ts';
import { buildPlaces } from '../../console/pages/organisation/places.ts';
import { areaLabel, areasOf, groups } from '../../console/pages/roles/areas.ts';
import { keyFor } from '../../console/pages/roles/role-key.ts';
import {
  covers,
  holders,
  rowsOf,
  sameReach,
  withDevice,
  without,
  withPlace,
} from '../../console/pages/users/scope-rows.ts';
import { checkStates } from '../../console/ui/tree/checked.ts';
import { permissionCatalog, permissionKeys } from '../../schema/permissions.ts';
import { RoleKey } from '../../schema/users.ts';

describe('the permission matrix', () => {
  test('says what the server’s catalog says', () => {
    const words = Object.fromEntries(permissionKeys.map((key) => [key, en[`permission.${key}`]]));
    expect(words).toEqual(permissionCatalog);
  });

  test('has every permission once, in an area with a name', () => {
    const areas = areasOf(permissionKeys);
    const shown = areas.flatMap((area) => groups.flatMap((group) => area.permissions[group]));
    expect(shown.toSorted()).toEqual([...permissionKeys].sort());
    expect(areas.filter(({ name }) => areaLabel(name) === undefined)).toEqual([]);
  });

  test('tells seeing, using and changing apart', () => {
    const [devices] = areasOf(permissionKeys);
    expect(devices?.permissions).toEqual({
      see: ['devices.view'],
      use: ['devices.remote', 'devices.files', 'devices.terminal'],
      change: ['devices.manage', 'devices.delete'],
    });
  });
});

test.each([
  ['Help desk', 'help-desk'],
  ['Fach-Support Süd (Kopie)', 'fach-support-sud-kopie'],
  ['  --1st line--  ', '1st-line'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('a role called %s gets the key %s, which the API takes', (name, key) => {
  expect(keyFor(name)).toBe(key);
  expect(RoleKey.safeParse(key).success).toBe(true);
});

describe('an access scope', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const row = { device_count: 0, online_count: 0, created_at: at, updated_at: at };
  const [company] = buildPlaces({
    clients: [{ id: 'c', name: 'Halvorsen', ...row }],
    sites: [{ id: 's', name: 'Bergen', client_id: 'c', ...row }],
    groups: [{ id: 'g', name: 'Office', client_id: 'c', site_id: 's', ...row }],
  });
  if (!company) throw new Error('no company was built');
  const nowhere = { client_id: null, site_id: null, group_id: null };
  const office = {
    scope_type: 'group' as const,
    scope_id: 'g',
    name: 'Office',
    client_id: 'c',
    site_id: 's',
    group_id: 'g',
  };
  const inside = { id: 'd', hostname: 'hal-01', client_id: 'c', site_id: 's', group_id: null };
  const outside = { id: 'e', hostname: 'kes-01', ...nowhere };

  test('of a company holds no rows for what lies in it, devices included, and keeps what lies elsewhere', () => {
    const targets = withDevice(withDevice([office], inside, true), outside, true);
    const widened = withPlace(targets, company, true);
    expect(rowsOf({ everything: false, targets: widened })).toEqual([
      { scope_type: 'agent', scope_id: 'e' },
      { scope_type: 'client', scope_id: 'c' },
    ]);
    expect(withPlace(widened, company, false)).toEqual(withDevice([], outside, true));
  });

  test('names a device once, lets it go, and knows which one a chosen place covers', () => {
    const targets = withDevice(withDevice([office], outside, true), outside, true);
    expect(targets).toHaveLength(2);
    expect(withDevice(targets, outside, false)).toEqual([office]);
    expect(without(targets, 'e')).toEqual([office]);
    expect(covers([office], { ...inside, group_id: 'g' })).toBe(true);
    expect(covers([office], inside)).toBe(false);
  });

  test('is undecided without a place or device, and everything is a decision of its own', () => {
    expect(rowsOf({ everything: false, targets: [] })).toBeUndefined();
    expect(rowsOf({ everything: true, targets: [office] })).toEqual([]);
    const two = withDevice([office], outside, true);
    expect(sameReach({ everything: false, targets: two }, { everything: false, targets: two.toReversed() })).toBe(true);
    expect(sameReach({ everything: false, targets: [] }, { everything: true, targets: [] })).toBe(false);
  });

  test('shows where a chosen device lies although it is not loaded', () => {
    const targets = withDevice([], inside, true);
    const tree = [{ id: 'c', label: 'c', children: [{ id: 's', label: 's', lazy: true }] }];
    expect(Object.fromEntries(checkStates(tree, new Set(['d']), holders(targets)))).toEqual({ c: 'some', s: 'some' });
  });

  test('shows in a tree what is chosen, what that covers, and where something lies', () => {
    const leaf = (id: string) => ({ id, label: id });
    const tree = [{ ...leaf('c'), children: [{ ...leaf('s'), children: [leaf('g')] }, leaf('t')] }, leaf('e')];
    const states = (...chosen: string[]) => Object.fromEntries(checkStates(tree, new Set(chosen)));
    expect(states('s')).toEqual({ c: 'some', s: 'chosen', g: 'covered', t: 'none', e: 'none' });
    expect(states('c', 'e')).toEqual({ c: 'chosen', s: 'covered', g: 'covered', t: 'covered', e: 'chosen' });
  });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/26.0 Safari/605.1', 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1 CriOS/142.0 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8.14.1', 'curl', undefined],
  ['', undefined, undefined],
])('%s is recognised', (userAgent, browser, system) => {
  expect(programOf(userAgent)).toEqual({ browser, system });
});

test('the example calls what the token may read', () => {
  expect(curlExample('https://rmm.example', 'rma_x', ['jobs.view', 'clients.view'])).toBe(
    'curl -H "Authorization: Bearer rma_x" "https://rmm.example/api/jobs?limit=5"',
  );
  expect(curlExample('https://rmm.example', 'rma_x', [])).toContain('/api/me"');
});
