import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepSoftware } from '../../../domain/inventory/software.ts';
import { atBest, timed } from '../../at-best.ts';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { deviceWith, program, report } from './fleet.ts';

let server: TestServer;
let here: Place;
let there: Place;
let a: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  here = await createPlace(server.db, 'Kestrel');
  there = await createPlace(server.db, 'Heron');
  a = await deviceWith(server, { ...here, hostname: 'a' }, [
    ['openssl', '3.0'],
    ['openssl', '1.1'],
    ['Zoom', '6'],
  ]);
  await deviceWith(server, { ...here, hostname: 'b' }, [['openssl', '3.0']]);
  await deviceWith(server, { ...there, hostname: 'c' }, [
    ['openssl', '3.0'],
    ['bash', '5.2'],
  ]);
});
afterAll(() => server.stop());

const software = (query: Record<string, string | number> = {}, token?: string) =>
  server.ok('GET /api/reports/software', { query, ...(token && { token }) });
const counts = async (query: Record<string, string | number> = {}, token?: string) =>
  (await software(query, token)).software.map(({ name, devices }) => `${name} ${devices}`);

test('a program is counted once for a device that has two versions of it, and each version for itself', async () => {
  const found = await software();
  expect(found).toMatchObject({
    total: 3,
    software: [
      { name: 'bash', devices: 1 },
      {
        ...{ name: 'openssl', manufacturer: 'Acme', devices: 3, version_count: 2 },
        versions: [
          { version: '3.0', devices: 3 },
          { version: '1.1', devices: 1 },
        ],
      },
      { name: 'Zoom', devices: 1 },
    ],
  });
});

test('the programs that most devices have come first when asked so, and pages follow one another', async () => {
  const all = await counts({ sort: '-devices' });
  expect([all[0], all.toSorted()]).toEqual(['openssl 3', ['Zoom 1', 'bash 1', 'openssl 3']]);
  const first = await software({ sort: '-devices', limit: 1 });
  expect(await counts({ sort: '-devices', cursor: first.next_cursor ?? '' })).toEqual(all.slice(1));
  expect(await server.call('GET /api/reports/software', { query: { cursor: first.next_cursor ?? '' } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('words are looked for in name and manufacturer, as they are', async () => {
  expect(await counts({ q: 'acme zo' })).toEqual(['Zoom 1']);
  expect(await counts({ q: '%' })).toEqual([]);
});

test('a company, a site and a department narrow it', async () => {
  expect(await counts({ scope: 'client', id: here.client_id })).toEqual(['openssl 2', 'Zoom 1']);
  expect(await counts({ scope: 'site', id: there.site_id })).toEqual(['bash 1', 'openssl 1']);
  expect(await counts({ scope: 'group', id: here.group_id })).toEqual(['openssl 2', 'Zoom 1']);
});

test('a scoped caller gets counts of their own devices', async () => {
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: a.id }] });
  expect(await counts({}, token)).toEqual(['openssl 1', 'Zoom 1']);
  expect(await counts({ scope: 'client', id: here.client_id }, token)).toEqual(['openssl 1', 'Zoom 1']);
  const holders = await software({ name: 'openssl' }, token);
  expect(holders).toMatchObject({
    total: 1,
    software: [{ devices: 1 }],
    devices: [{ hostname: 'a', version: '1.1, 3.0' }],
  });
});

test('a name asks which devices have it, in which version', async () => {
  const found = await software({ name: 'openssl' });
  expect(found.devices?.map(({ hostname, version }) => [hostname, version])).toEqual([
    ['a', '1.1, 3.0'],
    ['b', '3.0'],
    ['c', '3.0'],
  ]);
  expect((await software({ name: 'openssl', version: '1.1' })).devices).toMatchObject([
    { hostname: 'a', version: '1.1', client_name: 'Kestrel' },
  ]);
  const page = await software({ name: 'openssl', limit: 2 });
  expect(page).toMatchObject({ total: 3, devices: [{ hostname: 'a' }, { hostname: 'b' }] });
  expect((await software({ name: 'openssl', limit: 2, cursor: page.next_cursor ?? '' })).devices).toMatchObject([
    { hostname: 'c' },
  ]);
  expect(await software({ name: 'OpenSSL' })).toMatchObject({ total: 0, devices: [] });
});

test.each([
  ['a scope without an id', { scope: 'client' }],
  ['a version without a name', { version: '3' }],
  ['a scope that is none', { scope: 'agent', id: crypto.randomUUID() }],
])('400 for %s', async (_, query: Record<string, string>) => {
  expect((await server.call('GET /api/reports/software', { query })).status).toBe(400);
});

test('404 for a place that nobody has', async () => {
  for (const [scope, code] of [
    ['client', 'company_not_found'],
    ['site', 'site_not_found'],
    ['group', 'department_not_found'],
  ] as const)
    expect(await server.call('GET /api/reports/software', { query: { scope, id: crypto.randomUUID() } })).toMatchObject(
      {
        status: 404,
        body: { code },
      },
    );
});

test('CSV has a line for each version, and with a name for each device', async () => {
  const csv = async (query: Record<string, string>) =>
    parse((await server.call('GET /api/reports/software', { query: { format: 'csv', ...query } })).body, {
      bom: true,
      columns: true,
    });
  expect(await csv({ scope: 'client', id: here.client_id })).toEqual([
    { name: 'openssl', manufacturer: 'Acme', version: '1.1', devices: '1' },
    { name: 'openssl', manufacturer: 'Acme', version: '3.0', devices: '2' },
    { name: 'Zoom', manufacturer: 'Acme', version: '6', devices: '1' },
  ]);
  expect(await csv({ name: 'bash' })).toMatchObject([
    { hostname: 'c', company: 'Heron', name: 'bash', version: '5.2' },
  ]);
});

test('what a device reports anew replaces what it had, and what nobody has any more is swept', async () => {
  const device = await deviceWith(server, { hostname: 'changing' }, [
    ['old', '1'],
    ['kept', '1'],
    ['kept', '2'],
  ]);
  await report(server, device, { name: 'software', data: [program('kept', '2'), program('new', '1')] });
  expect((await counts({ q: 'old' })).concat(await counts({ q: 'new' }))).toEqual(['new 1']);
  expect(await sweepSoftware(server.ctx)).toBe(3); // the program `old` with its version, and version 1 of `kept`
  expect(await server.db.sql`select name from software_products where name in ('old', 'kept') order by name`).toEqual([
    { name: 'kept' },
  ]);
  expect(await counts({ q: 'kept' })).toEqual(['kept 1']);
});

test('a thousand versions that none of many devices has any more are swept in a moment', async () => {
  const { sql } = server.db;
  const [product] = await sql<{ id: number }[]>`
    insert into software_products (key, name, manufacturer) values (sha256('daily'), 'Daily', '') returning id`;
  const id = product?.id ?? 0;
  await sql`insert into software_versions (product_id, version) values (${id}::int, 'v1001')`;
  await sql`
    with made as (
      insert into devices (install_id, credential_hash, hostname, version, status, os_family, os_name)
      select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'swept-' || n, '0.5.0', 'offline', 'linux', 'Debian'
      from generate_series(1, 5000) n returning id)
    insert into device_software (device_id, products, versions)
    select m.id, array[${id}::int], (select array_agg(v.id) from software_versions v where v.product_id = ${id} and v.version = 'v1001') from made m`;
  const sweep = async () => {
    await sql`
      insert into software_versions (product_id, version) select ${id}::int, 'v' || n from generate_series(1, 1000) n`;
    return timed(async () => expect(await sweepSoftware(server.ctx)).toBe(1000));
  };
  expect(await atBest(700, sweep)).toBeLessThan(700);
  await sql`delete from devices where hostname like 'swept-%'`;
  await sweepSoftware(server.ctx);
});

test('names as long as an agent may send are told apart', async () => {
  const name = '漢'.repeat(499);
  const device = await createDevice(server.db, { hostname: 'long' });
  await report(server, device, {
    name: 'software',
    data: [program(`${name}a`, name, name), program(`${name}b`, name, name)],
  });
  expect((await software({ q: '漢漢' })).total).toBe(2);
});
