/** What a first visit to the demo finds of monitoring, without the real agent. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ADMIN_TOKEN, startServer, type TestServer } from '../harness.ts';
import { type Call, createCall } from './api.ts';
import { machines } from './machines.ts';
import { type Stage, watchFleet } from './monitoring.ts';
import { organise } from './organisation.ts';
import type { Story } from './signals.ts';
import { connectFleet } from './simulated.ts';

let server: TestServer;
let call: Call;
let stage: Stage;
let fleet: { stop: () => void };

beforeAll(async () => {
  server = await startServer();
  const asToken = (token: string) => createCall(server.url, token);
  call = asToken(ADMIN_TOKEN);
  const placements = await organise(call);
  const story: Story = { since: Date.now(), outOfMemory: new Set() };
  const all = machines(placements);
  const kept = join(mkdtempSync(join(tmpdir(), 'muster-demo-')), 'fleet.json');
  fleet = await connectFleet(call, `${server.url.replace('http', 'ws')}/ws/agent`, all, kept, story);
  stage = { call, asToken, sql: server.db.sql, placements, fleet: all, story };
  await watchFleet(stage);
}, 60_000);
afterAll(async () => {
  fleet.stop();
  await server.stop();
});

test('there are alerts of every kind: open, silenced, acknowledged and resolved', async () => {
  const looks = async () => {
    const { alerts } = await call('GET /api/alerts', { query: { limit: '50' } });
    return Object.fromEntries(alerts.map((one) => [one.agent_hostname, one.suppressed ? 'silenced' : one.status]));
  };
  await vi.waitFor(async () => expect(Object.keys(await looks())).toHaveLength(6), { timeout: 15_000, interval: 200 });
  expect(await looks()).toEqual({
    'hlv-brg-srv03': 'open',
    'hlv-ves-nav01': 'open',
    'pfs-labb-pc03': 'open',
    'pfs-adm-srv01': 'silenced',
    'pfs-adm-srv02': 'acknowledged',
    'hlv-brg-pc04': 'resolved',
  });
}, 20_000);

test('a task of somebody who may not approve waits, the other may run', async () => {
  const { tasks } = await call('GET /api/tasks');
  expect(tasks.map(({ approval }) => approval).toSorted()).toEqual(['approved', 'waiting']);
  expect((await call('GET /api/api-tokens')).api_tokens).toEqual([]);
});

test('charts begin two days ago', async () => {
  const { checks } = await call('GET /api/checks', { query: { type: 'diskspace' } });
  const { devices } = await call('GET /api/devices', { query: { q: 'hlv-brg-srv03' } });
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const check = checks.find(({ policy_name }) => policy_name === 'Servers');
  const history = await call('GET /api/checks/:id/results', {
    params: { id: check?.id ?? '' },
    query: { agent_id: devices[0]?.id ?? '', since },
  });
  const first = 'points' in history ? history.points[0]?.at : undefined;
  expect(Date.parse(first ?? '')).toBeLessThan(Date.now() - 1.9 * 86_400_000);
});

test('a second start adds nothing', async () => {
  const count = async () => {
    const [row] = await server.db.sql`
      select (select count(*) from policies) as policies, (select count(*) from checks) as checks, (select count(*) from tasks) as tasks,
        (select count(*) from alert_suppressions) as windows, (select count(*) from roles) as roles,
        (select count(*) from check_results where at < now() - interval '1 hour') as past`;
    return row;
  };
  const before = await count();
  await watchFleet(stage);
  expect(await count()).toEqual(before);
});
