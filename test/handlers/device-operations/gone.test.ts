/** What becomes of a waiting proposal when what it names is deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../../events.ts';
import { createDevice, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { APPROVE, DELETE, MOVE, propose, READ, statusOf, trailOf } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const removeDevice = (id: string) => server.ok('DELETE /api/devices/:id', { params: { id } });

test('it waits while a device of it is left, and is closed with the last', async () => {
  const { id, devices } = await propose(server, 'delete', { count: 3 });
  const decided = await propose(server, 'delete');
  const [a, b, c] = devices.map((device) => device.id);
  await removeDevice(a ?? '');
  expect(await statusOf(server, id)).toBe('waiting');
  const events = recordEvents(server);
  await server.ok('POST /api/devices/bulk/delete', { body: { agent_ids: [b, c], confirm_count: 2 } });
  expect(await server.ok(READ, { params: { id } })).toMatchObject({
    status: 'rejected',
    closed_because: 'devices_gone',
    decided_by: { kind: 'system', id: null },
    gone_count: 3,
  });
  const hints = events.take('changed').filter(({ noun }) => noun === 'device_operations');
  expect(hints).toEqual([{ type: 'changed', noun: 'device_operations', ids: [id] }]);
  expect((await trailOf(server, id)).at(-1)).toMatchObject({
    action: 'device_operation.reject',
    actor_name: 'proposals',
    details: { kind: 'delete', devices: 3, reason: 'devices_gone' },
  });
  expect(await statusOf(server, decided.id)).toBe('waiting');
});

test('approving one deletion closes the others that named the same devices, and not itself', async () => {
  const { id, devices } = await propose(server, 'move');
  const [first, second] = devices.map((device) => device.id);
  const all = await server.ok(DELETE, { body: { agent_ids: [first, second] } });
  const one = await server.ok(DELETE, { body: { agent_ids: [first] } });
  await server.ok(APPROVE, { params: { id: all.id }, body: { confirm_count: 2 } });
  expect(await Promise.all([id, all.id, one.id].map((which) => statusOf(server, which)))).toEqual([
    'rejected',
    'approved',
    'rejected',
  ]);
});

describe('a move whose destination is deleted is closed', () => {
  const proposed = async () => {
    const to = await createPlace(server.db);
    const device = await createDevice(server.db, await createPlace(server.db));
    const body = { agent_ids: [device.id], site_id: to.site_id };
    const site = await server.ok(MOVE, { body });
    const group = await server.ok(MOVE, { body: { ...body, group_id: to.group_id } });
    return { to, site: site.id, group: group.id };
  };
  const both = async ({ site, group }: { site: string; group: string }) =>
    Promise.all([site, group].map((id) => statusOf(server, id)));

  test('with its department, while one to the site alone waits on', async () => {
    const made = await proposed();
    await server.ok('DELETE /api/groups/:id', { params: { id: made.to.group_id } });
    expect(await both(made)).toEqual(['waiting', 'rejected']);
    const { closed_because, destination } = await server.ok(READ, { params: { id: made.group } });
    expect(closed_because).toBe('destination_gone');
    expect(destination?.group_name).toMatch(/^department/);
  });

  test.each(['site', 'client'] as const)('with its %s', async (kind) => {
    const made = await proposed();
    if (kind === 'site') await server.ok('DELETE /api/sites/:id', { params: { id: made.to.site_id } });
    else await server.ok('DELETE /api/clients/:id', { params: { id: made.to.client_id } });
    expect(await both(made)).toEqual(['rejected', 'rejected']);
    expect(await server.call(APPROVE, { params: { id: made.site } })).toMatchObject({
      status: 409,
      body: { code: 'device_operation_decided', status: 'rejected' },
    });
  });
});

test('a proposal that is made while its only device is being deleted is refused, or closed with it', async () => {
  for (let round = 0; round < 20; round++) {
    const device = await createDevice(server.db);
    const [made] = await Promise.all([
      server.call(DELETE, { body: { agent_ids: [device.id] } }),
      removeDevice(device.id),
    ]);
    if (made.status === 201) expect(await statusOf(server, made.body.id)).toBe('rejected');
    else expect(made).toMatchObject({ status: 404, body: { code: 'device_not_found' } });
  }
});

test('a destination that is being deleted takes no device, and the move is closed with it', async () => {
  for (let round = 0; round < 20; round++) {
    const from = await createPlace(server.db);
    const spare = await createSite(server.db, from.client_id);
    const { id } = await propose(server, 'move', { count: 1, from, to: { ...from, ...spare } });
    const [approved, removed] = await Promise.all([
      server.call(APPROVE, { params: { id } }),
      server.call('DELETE /api/sites/:id', { params: { id: spare.site_id } }),
    ]);
    if (approved.status === 200) expect(removed.body.code).toBe('site_not_empty');
    else {
      expect(approved).toMatchObject({ status: 409 });
      expect(['destination_gone', 'device_operation_decided']).toContain(approved.body.code);
      expect(removed.status).toBe(204);
      expect(await statusOf(server, id)).toBe('rejected');
    }
  }
});
