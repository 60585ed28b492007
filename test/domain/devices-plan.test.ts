import { afterAll, beforeAll, expect, test } from 'vitest';
import { listQuery } from '../../domain/devices/list.ts';
import { readQuery } from '../../domain/devices/read.ts';
import { everything, type Scope, scopeFromRows } from '../../domain/scope.ts';
import type { Fragment } from '../../domain/sql.ts';
import { DeviceQuery } from '../../schema/devices.ts';
import { createDatabase, type TestDatabase } from '../database.ts';
import { fillDevices } from '../fill-devices.ts';

let db: TestDatabase;
let client: string;
let site: string;
let group: string;
beforeAll(async () => {
  db = await createDatabase();
  await fillDevices(db.ownerSql, 50_000);
  const [last] = await db.sql`select client_id, site_id, group_id from devices order by hostname_key desc limit 1`;
  ({
    client_id: client,
    site_id: site,
    group_id: group,
  } = last as { client_id: string; site_id: string; group_id: string });
});
afterAll(() => db.drop());

/** The plan as PostgreSQL prints it, with the time it took; the parameters are planned as they are. */
async function explain(query: Fragment | ReturnType<typeof readQuery>): Promise<string> {
  const rows = await db.sql<{ 'QUERY PLAN': string }[]>`explain (analyze, costs off, timing off, buffers off) ${query}`;
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
const listed = (query: Record<string, unknown> = {}, scope: Scope = everything) =>
  explain(listQuery({ sql: db.sql, scope }, DeviceQuery.parse(query)));

const cursorAfter = (hostname: string) =>
  Buffer.from(JSON.stringify(['hostname', hostname, '018f0000-0000-7000-8000-000000000000'])).toString('base64url');

test('without filter and scope a page walks the index of hostnames and takes no more rows than it shows', async () => {
  for (const query of [{}, { sort: '-hostname' }, { cursor: cursorAfter('company0100') }]) {
    const plan = await listed(query);
    expect(plan).toMatch(/Index Only Scan( Backward)? using devices_hostname_idx on devices d \(actual rows=201\.00/);
    expect(plan).toMatch(/Index Scan using devices_pkey on devices d_\d/);
    expect(plan).not.toContain('Seq Scan on devices');
  }
});

test('a cursor is a place in the index, not a filter over it', async () => {
  expect(await listed({ cursor: cursorAfter('company0100') })).toMatch(
    /Index Cond: \(ROW\(d?\.?hostname_key, d?\.?id\) > ROW/,
  );
});

test('the total is counted from an index', async () => {
  expect(await listed()).toMatch(/Index Only Scan using \w+ on devices d_1 \(actual rows=50000\.00/);
});

test.each([
  ['client', () => client, 'devices_client_idx', 250],
  ['site', () => site, 'devices_site_idx', 84],
  ['group', () => group, 'devices_group_idx', 42],
] as const)('a caller scoped to a %s reads its devices alone', async (scope_type, id, index, most) => {
  const plan = await listed({}, scopeFromRows([{ scope_type, scope_id: id() }]));
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on devices');
  expect(rowsRead(plan)).toBeLessThanOrEqual(most + 200);
});

test('a filter on a company, site, department or tag uses its index', async () => {
  const queries = { client_id: client, site_id: site, group_id: group, tag: 'vip' };
  const indexes = { client_id: 'client', site_id: 'site', group_id: 'group', tag: 'tags' };
  for (const [key, index] of Object.entries(indexes)) {
    const plan = await listed({ [key]: Object.entries(queries).find(([name]) => name === key)?.[1] });
    expect(plan).toContain(`devices_${index}_idx`);
    expect(plan).not.toContain('Seq Scan on devices');
  }
});

test('scope rows of several kinds are asked by index each', async () => {
  const scope = scopeFromRows([
    { scope_type: 'client', scope_id: client },
    { scope_type: 'site', scope_id: site },
    { scope_type: 'group', scope_id: group },
  ]);
  const plan = await listed({}, scope);
  expect(plan).toContain('BitmapOr');
  expect(plan).not.toContain('Seq Scan on devices');
});

test('a search goes through the devices once, for total and page together', async () => {
  const plan = await listed({ q: 'person499' });
  expect(plan.match(/Seq Scan on devices/g)).toHaveLength(1);
});

test('one device is found by its key', async () => {
  const [{ id } = { id: '' }] = await db.sql<
    { id: string }[]
  >`select id from devices where group_id = ${group} limit 1`;
  const plan = await explain(readQuery(db.sql, id));
  expect(plan).toMatch(/Index Scan using devices_pkey on devices d \(actual rows=1\.00 loops=1\)/);
  expect(plan).not.toMatch(/Seq Scan on (devices|sites|groups)/);
});

/** Rows that scans of the devices gave, all loops together. */
const rowsRead = (plan: string): number =>
  [...plan.matchAll(/on devices(?: \w+)? \(actual rows=(\d+)\.\d+ loops=(\d+)\)/g)].reduce(
    (sum, [, rows, loops]) => sum + Number(rows) * Number(loops),
    0,
  );
