import { afterAll, beforeAll, expect, test } from 'vitest';
import { listQuery } from '../../../domain/device-operations/list.ts';
import { OperationQuery } from '../../../schema/device-operations.ts';
import { createDevice, createPerson, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { APPROVE, DELETE, LIST, MOVE, propose, READ, REJECT } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const everyPage = async (token: string | undefined, query: Record<string, string | number> = {}) => {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await server.ok(LIST, { token, query: { limit: 2, ...query, ...(cursor && { cursor }) } });
    ids.push(...page.device_operations.map(({ id }) => id));
    cursor = page.next_cursor;
    if (cursor === undefined) return ids;
  }
};

test('what waits comes first, newest first, then what was decided last; by page, and by filter', async () => {
  const made: string[] = [];
  for (let i = 0; i < 6; i++) made.push((await propose(server, i % 2 ? 'move' : 'delete')).id);
  const [a, b, c, d, e, f] = made;
  await server.ok(APPROVE, { params: { id: e ?? '' }, body: { confirm_count: 2 } });
  await server.ok(REJECT, { params: { id: a ?? '' } });
  expect(await everyPage(undefined)).toEqual([f, d, c, b, a, e]);
  expect(await everyPage(undefined, { status: 'waiting' })).toEqual([f, d, c, b]);
  expect(await everyPage(undefined, { status: 'waiting', kind: 'delete' })).toEqual([c]);
  expect(await everyPage(undefined, { status: 'approved' })).toEqual([e]);
  expect((await server.call(LIST, { query: { cursor: 'bm9uc2Vuc2U' } })).body.code).toBe('invalid_cursor');
});

test('a scoped caller sees those of which every device is in scope, at every level, and their dashboard counts them', async () => {
  const from = await createPlace(server.db);
  const other = await createPlace(server.db);
  const mine = await createDevice(server.db, from);
  const foreign = await createDevice(server.db, other);
  const homeless = await createDevice(server.db);
  const near = await createSite(server.db, from.client_id);
  const own = await server.ok(DELETE, { body: { agent_ids: [mine.id] } });
  const away = await server.ok(MOVE, { body: { agent_ids: [mine.id], site_id: other.site_id } });
  const hidden: string[] = [];
  for (const agent_ids of [[foreign.id], [mine.id, foreign.id], [mine.id, homeless.id], [homeless.id]])
    hidden.push((await server.ok(DELETE, { body: { agent_ids } })).id);
  await server.ok(MOVE, { body: { agent_ids: [foreign.id], site_id: near.site_id } });
  for (const scope of [
    { scope_type: 'client', scope_id: from.client_id },
    { scope_type: 'site', scope_id: from.site_id },
    { scope_type: 'group', scope_id: from.group_id },
    { scope_type: 'agent', scope_id: mine.id },
  ] as const) {
    const { token } = await createPerson(server.db, { scopes: [scope] });
    expect(await everyPage(token), scope.scope_type).toEqual([away.id, own.id]);
    expect((await server.ok('GET /api/dashboard', { token })).proposals).toEqual({ waiting: 2 });
    for (const id of hidden)
      expect(await server.call(READ, { token, params: { id } })).toMatchObject({
        status: 403,
        body: { code: 'out_of_scope' },
      });
    const { body } = await server.call(READ, { token, params: { id: away.id } });
    expect(body.destination, 'the name of another company is not theirs').toEqual({
      visible: false,
      ...{ client_id: null, site_id: null, group_id: null, client_name: null, site_name: null, group_name: null },
    });
    expect(body.decidable).toBe(false);
  }
});

test('visibility follows the current place of a device, and of a deleted one the last', async () => {
  const [from, to] = [await createPlace(server.db), await createPlace(server.db)];
  const device = await createDevice(server.db, from);
  const { id } = await server.ok(DELETE, { body: { agent_ids: [device.id] } });
  const seer = async (scope_id: string) =>
    (await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id }] })).token;
  const [before, after] = [await seer(from.client_id), await seer(to.client_id)];
  await server.ok('POST /api/devices/bulk/move', { body: { agent_ids: [device.id], site_id: to.site_id } });
  const sees = async () => [await everyPage(before), await everyPage(after)];
  expect(await sees()).toEqual([[], [id]]);
  await server.ok('DELETE /api/devices/:id', { params: { id: device.id } });
  expect(await sees()).toEqual([[], [id]]);
});

test('decidable says whether the caller could approve: permission, and the destination in scope', async () => {
  const from = await createPlace(server.db);
  const near = await createSite(server.db, from.client_id);
  const device = await createDevice(server.db, from);
  const { id } = await server.ok(MOVE, { body: { agent_ids: [device.id], site_id: near.site_id } });
  const told = async (person: Parameters<typeof createPerson>[1]) => {
    const { token } = await createPerson(server.db, person);
    const { decidable, destination } = await server.ok(READ, { token, params: { id } });
    return [decidable, destination?.visible];
  };
  expect(await told({})).toEqual([true, true]);
  expect(await told({ permissions: ['devices.view', 'devices.delete'] })).toEqual([false, true]);
  expect(await told({ scopes: [{ scope_type: 'client', scope_id: from.client_id }] })).toEqual([true, true]);
  expect(await told({ scopes: [{ scope_type: 'site', scope_id: from.site_id }] })).toEqual([false, false]);
});

test('the dashboard counts what waits for whoever sees or decides it, and for nobody else', async () => {
  const count = async (permissions: NonNullable<Parameters<typeof createPerson>[1]>['permissions'] & object) =>
    (await server.ok('GET /api/dashboard', { token: (await createPerson(server.db, { permissions })).token }))
      .proposals;
  const [row] = await server.db.sql<{ n: number }[]>`
    select count(*)::int as n from device_operations where status = 'waiting'`;
  for (const permission of ['devices.view', 'clients.manage', 'devices.delete'] as const)
    expect(await count([permission])).toEqual({ waiting: row?.n });
  expect(await count(['jobs.view'])).toBeUndefined();
});

test('a page is read from the index of its order, and the count from that of what waits', async () => {
  const { ctx } = server;
  const plan = await server.db.sql.begin(async (sql) => {
    await sql`
      insert into device_operations (kind, status, device_count, source, proposed_by, proposer_key, fingerprint, decided_at, created_at)
      select 'delete', 'approved', 1, 'api', '{}', 'x', n::text, now() - n * interval '1 second', now() - n * interval '1 second'
      from generate_series(1, 20000) n`;
    await sql`analyze device_operations`;
    const query = OperationQuery.parse({ limit: 50 });
    const page = await sql`explain ${listQuery({ ...ctx, sql }, query)}`;
    const count = await sql`explain select count(*) from device_operations where status = 'waiting'`;
    await sql`delete from device_operations where proposer_key = 'x'`;
    return JSON.stringify([page, count]);
  });
  expect(plan).toContain('device_operations_order_idx');
  expect(plan).not.toContain('Seq Scan');
});
