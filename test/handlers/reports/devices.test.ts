/** The reports on machines and hardware. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { report } from './fleet.ts';

let server: TestServer;
let here: Place;
let box: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  here = await createPlace(server.db, 'Kestrel');
  const there = await createPlace(server.db, 'Heron');
  box = await createDevice(server.db, { ...here, hostname: 'box', status: 'online' });
  await server.db.sql`
    update devices set description = '=cmd|calc', logged_in_user = '@anna', local_ips = '{10.0.0.1,fe80::1}', needs_reboot = true,
                       boot_at = '2026-11-01T08:00:00Z', public_ip = '198.51.100.7' where id = ${box.id}`;
  await report(
    server,
    box,
    { name: 'system', data: { manufacturer: 'Dell', model: 'R760', serial: '-123', uuid: 'u', virtual: false } },
    { name: 'cpu', data: { model: 'Xeon', cores: 8, threads: 16 } },
    { name: 'memory', data: { memory_bytes: 68_719_476_736 } },
    { name: 'disks', data: [{ name: 'sda', model: 'PM9', serial: 's', size_bytes: 1000, kind: 'ssd' }] },
    { name: 'volumes', data: [{ mount: '/', fs: 'ext4', size_bytes: 900, used_bytes: 400 }] },
  );
  await createDevice(server.db, { ...here, hostname: 'bare' });
  await createDevice(server.db, { ...there, hostname: 'else' });
  await createDevice(server.db, { hostname: 'nowhere' });
});
afterAll(() => server.stop());

const csv = async (route: string, query: Record<string, string> = {}) => {
  const { body, headers } = await server.call(route, { query: { format: 'csv', ...query } });
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true });
  return { rows, headers, text: String(body) };
};

test('machines say where they are, what they run, who uses them and whether they wait for a restart', async () => {
  const { devices, total } = await server.ok('GET /api/reports/machines', {
    query: { scope: 'client', id: here.client_id },
  });
  expect(total).toBe(2);
  expect(devices).toMatchObject([
    { hostname: 'bare', client_name: 'Kestrel', needs_reboot: false, last_seen_at: null },
    {
      ...{
        id: box.id,
        hostname: 'box',
        description: '=cmd|calc',
        client_name: 'Kestrel',
        version: '0.5.0',
        status: 'online',
      },
      os: { family: 'linux', name: 'Debian GNU/Linux' },
      ...{ logged_in_user: '@anna', public_ip: '198.51.100.7', local_ips: ['10.0.0.1', 'fe80::1'], needs_reboot: true },
      boot_at: '2026-11-01T08:00:00.000Z',
    },
  ]);
});

test('hardware says what is known of the machine, and null of what is not', async () => {
  const { devices } = await server.ok('GET /api/reports/hardware', {
    query: { scope: 'site', id: here.site_id, sort: '-hostname' },
  });
  expect(devices).toMatchObject([
    {
      ...{
        hostname: 'box',
        manufacturer: 'Dell',
        model: 'R760',
        serial: '-123',
        virtual: false,
        memory_bytes: 68_719_476_736,
      },
      ...{ cpu: { cores: 8 }, disks: [{ name: 'sda' }], volumes: [{ used_bytes: 400 }] },
    },
    {
      hostname: 'bare',
      manufacturer: null,
      virtual: null,
      cpu: null,
      memory_bytes: null,
      disks: null,
      collected_at: null,
    },
  ]);
});

test.each(['machines', 'hardware'])('%s: pages follow one another, words and scope narrow them', async (kind) => {
  const names = async (query: Record<string, string | number>, token?: string) => {
    const body: { devices: { hostname: string }[]; next_cursor?: string } = (
      await server.call(`GET /api/reports/${kind}`, { query, ...(token && { token }) })
    ).body;
    return { names: body.devices.map(({ hostname }) => hostname), next: body.next_cursor ?? '' };
  };
  const first = await names({ limit: 3 });
  expect(first.names).toEqual(['bare', 'box', 'else']);
  expect((await names({ limit: 3, cursor: first.next })).names).toEqual(['nowhere']);
  expect((await names({ q: 'anna' })).names).toEqual(['box']);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id: here.group_id }] });
  expect((await names({}, token)).names).toEqual(['bare', 'box']);
});

test('CSV is UTF-8 with a byte order mark, CRLF and a name, and no cell in it is a formula', async () => {
  const { rows, headers, text } = await csv('GET /api/reports/machines', { q: 'box' });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="muster-machines-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text.split('\r\n')).toHaveLength(3);
  expect(rows).toMatchObject([
    {
      hostname: 'box',
      description: "'=cmd|calc",
      logged_in_user: "'@anna",
      local_ips: '10.0.0.1 fe80::1',
      needs_reboot: 'true',
    },
  ]);
  const hardware = await csv('GET /api/reports/hardware', { q: 'box' });
  expect(hardware.rows).toMatchObject([
    {
      serial: "'-123",
      virtual: 'false',
      cpu_cores: '8',
      memory_bytes: '68719476736',
      disks: 'sda PM9 1000',
      volumes: '/ 400 of 900',
    },
  ]);
});

test('CSV without a row still has its header, and a scoped caller gets their rows alone', async () => {
  expect((await csv('GET /api/reports/machines', { q: 'nothing-like-it' })).text).toMatch(
    /^(\uFEFF)?id,hostname,.*needs_reboot\r\n$/,
  );
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: box.id }] });
  const { body } = await server.call('GET /api/reports/machines', { token, query: { format: 'csv' } });
  expect(parse(body, { bom: true, columns: true })).toMatchObject([{ hostname: 'box' }]);
});

test('HEAD tells of the file without asking for its rows', async () => {
  const answer = await server.call('HEAD /api/reports/machines', { query: { format: 'csv' } });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect(answer.headers.get('content-type')).toContain('text/csv');
});
