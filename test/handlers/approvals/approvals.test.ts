import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const list = (token?: string) => server.ok('GET /api/approvals', { token });
const propose = (agent_id: string, more: object = {}) =>
  server.ok('POST /api/jobs', { body: { agent_id, shell: 'bash', script: 'true', ...more } });
const find = async (id: string, token?: string) => (await list(token)).approvals.find((one) => one.id === id);

test('a single job and each batch are one row, newest first, until they are decided', async () => {
  const [a, b] = [await createPlace(server.db, 'approvals-a'), await createPlace(server.db, 'approvals-b')];
  const online = await createDevice(server.db, { ...a, status: 'online' });
  await createDevice(server.db, { ...a, status: 'offline' });
  const alone = await createDevice(server.db, { ...b, status: 'offline', hostname: 'alone' });
  const single = await propose(online.id, { description: 'Single', script: 'reboot' });
  const bulk = await server.ok('POST /api/jobs/bulk', {
    body: { site_id: a.site_id, agent_ids: [alone.id], shell: 'sh', script: 'rm -r x', description: 'Bulk' },
  });
  const [ofA, ofB] = bulk.batches.map(({ batch_id }) => batch_id);

  const { approvals, total } = await list();
  expect(total).toBe(3);
  expect(
    approvals
      .slice(0, 2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([ofA, ofB].toSorted());
  expect(approvals[2]).toMatchObject({
    id: single.id,
    batch_id: null,
    job_id: single.id,
    description: 'Single',
    shell: 'bash',
    source: 'api',
    proposed_by: { kind: 'bootstrap' },
    risk_hints: [{ kind: 'reboots', line: 1 }],
    client_id: a.client_id,
    client_name: 'approvals-a',
    agent_hostname: online.hostname,
    device_count: 1,
    offline_count: 0,
    same_as_approved: false,
    created_at: single.created_at,
  });
  expect(await find(ofA ?? '')).toMatchObject({
    batch_id: ofA,
    source: 'bulk',
    client_name: 'approvals-a',
    risk_hints: [{ kind: 'deletes', line: 1 }],
    device_count: 2,
    offline_count: 1,
  });
  expect(await find(ofB ?? '')).toMatchObject({ agent_hostname: 'alone', device_count: 1, offline_count: 1 });

  await server.ok('POST /api/jobs/batch/:batch_id/approve', { params: { batch_id: ofA ?? '' } });
  await server.ok('POST /api/jobs/:id/reject', { params: { id: single.id } });
  expect((await list()).approvals.map(({ id }) => id)).toEqual([ofB]);
});

test('a caller with a scope sees the part of a batch that lies in it', async () => {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id: mine.group_id }] });
  await createDevice(server.db, mine);
  await createDevice(server.db, { ...mine, group_id: undefined });
  await createDevice(server.db, other);
  const { batches } = await server.ok('POST /api/jobs/bulk', {
    body: { site_id: mine.site_id, group_id: other.group_id, shell: 'sh', script: 'true' },
  });
  const { approvals, total } = await list(token);
  expect(total).toBe(1);
  expect(approvals).toMatchObject([
    { id: batches.find(({ client_id }) => client_id === mine.client_id)?.batch_id, device_count: 1 },
  ]);
});

test('same_as_approved: exactly this text in this shell, approved where the caller sees it', async () => {
  const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
  const [here, there] = [await createDevice(server.db, mine), await createDevice(server.db, other)];
  const approve = async (agent_id: string, script: string) => {
    const { id } = await propose(agent_id, { script });
    await server.ok('POST /api/jobs/:id/approve', { params: { id } });
  };
  const { id: rejected } = await propose(here.id, { script: 'echo rejected' });
  await server.ok('POST /api/jobs/:id/reject', { params: { id: rejected } });
  await approve(here.id, 'echo known here');
  await approve(there.id, 'echo known there');

  const same = async (more: object, as?: string) =>
    (await find((await propose(here.id, more)).id, as))?.same_as_approved;
  expect(await same({ script: 'echo known here' })).toBe(true);
  expect(await same({ script: 'echo known here', timeout_sec: 60 })).toBe(true);
  expect(await same({ script: 'echo known here ' })).toBe(false);
  expect(await same({ script: 'echo known here', shell: 'sh' })).toBe(false);
  expect(await same({ script: 'echo rejected' })).toBe(false);
  expect(await same({ script: 'echo known there' })).toBe(true);
  expect(await same({ script: 'echo known there' }, token)).toBe(false);
});

test('the newest 200 are shown and all are counted', async () => {
  const { id } = await createDevice(server.db);
  const first = await propose(id);
  const before = (await list()).total;
  await server.db.sql`
    insert into jobs (agent_id, agent_hostname, shell, content_sha256, timeout_sec, source, status, proposed_by, created_at)
    select agent_id, agent_hostname, shell, content_sha256, timeout_sec, source, status, proposed_by, created_at + interval '1 minute'
    from jobs, generate_series(1, 250) where id = ${first.id}`;
  const { approvals, total } = await list();
  expect(total).toBe(before + 250);
  expect(approvals).toHaveLength(200);
  expect(approvals.map((one) => one.id)).not.toContain(first.id);
});
