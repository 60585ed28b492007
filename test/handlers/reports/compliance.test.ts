import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { createKey, madeUpAgent, publish } from '../../publication.ts';

let server: TestServer;
let here: Place;
let good: MadeDevice;
let bad: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  here = await createPlace(server.db, 'Kestrel');
  const there = await createPlace(server.db, 'Heron');
  good = await createDevice(server.db, { ...here, hostname: 'good', status: 'online' });
  bad = await createDevice(server.db, { ...here, hostname: 'bad', version: '0.4.0' });
  await createDevice(server.db, { ...there, hostname: 'other', status: 'online' });
  const { sql } = server.db;
  await sql`update devices set needs_reboot = true, last_seen_at = now() - interval '8 days' where id = ${bad.id}`;
  await alert(bad.id, 'open', 'error');
  await alert(good.id, 'resolved', 'error');
  await alert(good.id, 'open', 'warning');
  for (const [device, status] of [
    [good.id, 'ok'],
    [bad.id, 'error'],
  ] as const) {
    const [check] = await sql<{ id: string }[]>`
      insert into checks (type, name, agent_id) values ('patchage', 'Patches', ${device}) returning id`;
    // The server may have been quicker: it looks each second for what runs where.
    await sql`
      insert into check_instances (device_id, check_id, status) values (${device}, ${check?.id ?? ''}, ${status})
      on conflict (device_id, check_id) do update set status = excluded.status`;
  }
});
afterAll(() => server.stop());

const alert = (agentId: string, status: string, severity: string) => server.db.sql`
  insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, title, severity, status, first_seen_at, last_seen_at, raised_at)
  values (${crypto.randomUUID()}, 'check', 'x', ${agentId}, 'h', 't', ${severity}, ${status}, now(), now(), now())`;

const compliance = (query: Record<string, string | number> = {}, token?: string) =>
  server.ok('GET /api/reports/compliance', { query, ...(token && { token }) });

test('without a place each company has a score over what is known of its devices', async () => {
  const report = await compliance();
  expect(report).toMatchObject({ total: 2, agent_version: null });
  expect(report.rules.map(({ key }) => key)).toEqual(['agent_current', 'seen', 'no_reboot', 'no_errors', 'patched']);
  expect(report.clients).toMatchObject([
    {
      client_name: 'Heron',
      devices: 1,
      compliant: 1,
      score: 100,
      rules: { agent_current: { met: 0, known: 0 }, patched: { known: 0 } },
    },
    {
      ...{ client_id: here.client_id, client_name: 'Kestrel', devices: 2, compliant: 1, score: 50 },
      rules: {
        seen: { met: 1, known: 2 },
        no_reboot: { met: 1, known: 2 },
        no_errors: { met: 1, known: 2 },
        patched: { met: 1, known: 2 },
      },
    },
  ]);
});

test('with a place, or by device, each device says which rules it keeps, the worst first when asked so', async () => {
  const report = await compliance({ scope: 'client', id: here.client_id, sort: 'score' });
  expect(report.devices).toMatchObject([
    {
      hostname: 'bad',
      score: 0,
      rules: { agent_current: null, seen: false, no_reboot: false, no_errors: false, patched: false },
    },
    {
      hostname: 'good',
      score: 100,
      rules: { agent_current: null, seen: true, no_reboot: true, no_errors: true, patched: true },
    },
  ]);
  const first = await compliance({ by: 'device', limit: 1, sort: '-score' });
  expect(first.total).toBe(3);
  const rest = await compliance({ by: 'device', limit: 5, sort: '-score', cursor: first.next_cursor ?? '' });
  expect(rest.devices?.map(({ score }) => score)).toEqual([100, 0]);
});

test('a scoped caller is told of their devices alone, and patches.view is enough to ask', async () => {
  const { token } = await createPerson(server.db, {
    permissions: ['patches.view'],
    scopes: [{ scope_type: 'agent', scope_id: bad.id }],
  });
  expect((await compliance({}, token)).clients).toMatchObject([{ client_name: 'Kestrel', devices: 1, score: 0 }]);
  expect((await compliance({ by: 'device' }, token)).devices).toMatchObject([{ hostname: 'bad' }]);
});

test('words look for companies, or for devices', async () => {
  expect((await compliance({ q: 'kest' })).clients).toMatchObject([{ client_name: 'Kestrel' }]);
  expect((await compliance({ by: 'device', q: 'goo' })).devices).toMatchObject([{ hostname: 'good' }]);
});

test('an agent older than the published one is not current; one that is newer is', async () => {
  await publish(server.dataDir, { 'linux-x64': madeUpAgent(100) }, createKey());
  const report = await compliance({ by: 'device' });
  expect(report.agent_version).not.toBeNull();
  expect(report.devices?.map(({ hostname, rules }) => [hostname, rules.agent_current])).toEqual([
    ['bad', false],
    ['good', true],
    ['other', true],
  ]);
});

test('CSV has the same rows', async () => {
  const csv = async (query: Record<string, string>) =>
    parse((await server.call('GET /api/reports/compliance', { query: { format: 'csv', ...query } })).body, {
      bom: true,
      columns: true,
    });
  expect(await csv({})).toMatchObject([
    { company: 'Heron', devices: '1' },
    { company: 'Kestrel', devices: '2', compliant: '1', seen_met: '1', seen_known: '2' },
  ]);
  expect(await csv({ scope: 'group', id: here.group_id })).toMatchObject([
    { hostname: 'bad', seen: 'false', patched: 'false' },
    { hostname: 'good', seen: 'true', patched: 'true' },
  ]);
});
