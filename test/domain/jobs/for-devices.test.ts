import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { cancelForDeletedDevices } from '../../../domain/jobs/for-devices.ts';
import { propose } from '../../../domain/jobs/propose.ts';
import { JobCreate, jobStatuses } from '../../../schema/jobs.ts';
import { createContext } from '../../context.ts';
import { createDevice, createJob, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('open jobs of the devices end and are counted, finished ones and those of others stay', async () => {
  const { ctx, events } = createContext(server);
  const [gone, idle, other] = [
    await createDevice(server.db),
    await createDevice(server.db),
    await createDevice(server.db),
  ];
  const ids = new Map<string, string>();
  for (const status of jobStatuses) ids.set(status, await createJob(server.db, gone, { status }));
  const theirs = await createJob(server.db, other);

  const ended = await transaction(ctx, (inside) => cancelForDeletedDevices(inside, [gone.id, idle.id]));
  expect([...ended]).toEqual([[gone.id, 5]]);

  const rows = await server.db.sql<{ id: string; status: string; error: string | null; rejected_by: unknown }[]>`
    select id, status, error, rejected_by from jobs where agent_id = ${gone.id}`;
  const after = (status: string) => rows.find(({ id }) => id === ids.get(status));
  expect(after('awaiting_approval')).toMatchObject({
    status: 'rejected',
    rejected_by: { kind: 'system', name: 'test' },
  });
  expect(after('dispatched')).toMatchObject({ status: 'cancelled', error: 'The device was deleted.' });
  for (const status of ['sent', 'running', 'cancel_requested'])
    expect(after(status)).toMatchObject({ status: 'cancelled', error: expect.stringContaining('not known') });
  for (const status of ['completed', 'failed', 'rejected', 'cancelled', 'expired'])
    expect(after(status)).toMatchObject({ status, error: null });
  expect(await server.db.sql`select status from jobs where id = ${theirs}`).toEqual([{ status: 'awaiting_approval' }]);
  expect(events.map((event) => (event.type === 'changed' ? event.noun : event.type))).toEqual(['jobs', 'approvals']);
});

test('its jobs keep the name and the place that the device had last', async () => {
  const { ctx } = createContext(server);
  const [before, after] = [await createPlace(server.db), await createPlace(server.db)];
  const device = await createDevice(server.db, before);
  const id = await createJob(server.db, device, { status: 'completed' });
  const { client_id, site_id } = after;
  await server.db
    .sql`update devices set hostname = 'renamed', client_id = ${client_id}, site_id = ${site_id}, group_id = null where id = ${device.id}`;
  await transaction(ctx, (inside) => cancelForDeletedDevices(inside, [device.id]));
  expect(await server.db.sql`select agent_hostname, client_id, site_id, group_id from jobs where id = ${id}`).toEqual([
    { agent_hostname: 'renamed', client_id, site_id, group_id: null },
  ]);
});

/** Whichever comes first: no job may be left waiting for a device that is gone. */
test('a proposal that is not committed yet is waited for, and its job ends with the device', async () => {
  const { ctx } = createContext(server);
  const device = await createDevice(server.db);
  const input = JobCreate.parse({ agent_id: device.id, shell: 'bash', script: 'true' });
  let deletion: Promise<unknown> = Promise.resolve();
  await transaction(ctx, async (inside) => {
    await propose(inside, input);
    deletion = transaction(ctx, async (other) => {
      await cancelForDeletedDevices(other, [device.id]);
      await other.sql`delete from devices where id = ${device.id}`;
    });
    await waitsForLock();
  });
  await deletion;
  expect(await server.db.sql`select status from jobs where agent_id = ${device.id}`).toEqual([{ status: 'rejected' }]);
});

/** Until some connection of this database waits for another one's lock. */
async function waitsForLock(): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const waiting = await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('nothing waits');
}

test('proposals and a deletion at once leave no job open', async () => {
  for (let round = 0; round < 20; round++) {
    const device = await createDevice(server.db);
    const job = { shell: 'bash', script: 'true' };
    const [proposed, bulk, deleted] = await Promise.all([
      server.call('POST /api/jobs', { body: { ...job, agent_id: device.id } }),
      server.call('POST /api/jobs/bulk', { body: { ...job, agent_ids: [device.id] } }),
      server.call('DELETE /api/devices/:id', { params: { id: device.id } }),
    ]);
    expect([201, 404]).toContain(proposed.status);
    expect([201, 400]).toContain(bulk.status);
    expect(deleted.status).toBe(204);
    const open = await server.db.sql`select status from jobs where agent_id = ${device.id} and status <> 'rejected'`;
    expect(open).toEqual([]);
  }
});
