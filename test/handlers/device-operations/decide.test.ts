import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs } from '../../../domain/context.ts';
import { approve, reject } from '../../../domain/device-operations/decide.ts';
import { everything } from '../../../domain/scope.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import { recordEvents } from '../../events.ts';
import { createApiToken, createDevice, createJob, createPerson, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { APPROVE, DELETE, MOVE, propose, REJECT, sitesOf, statusOf, trailOf } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('approving a move', () => {
  test('moves every device, each audited with the proposal and who made it', async () => {
    const { id, devices, to } = await propose(server, 'move');
    const { token, username } = await createPerson(server.db, { permissions: ['clients.manage'] });
    const answer = await server.ok(APPROVE, { token, params: { id }, body: { reason: ' Fine ' } });
    expect(answer).toMatchObject({
      status: 'approved',
      decided_by: { kind: 'user', name: username },
      decision_reason: 'Fine',
      decidable: false,
      companies: [{ client_id: to.client_id, device_count: 2 }],
      devices: [{ outcome: 'moved' }, { outcome: 'moved' }],
    });
    expect(await sitesOf(server, devices)).toEqual([to.site_id, to.site_id]);
    for (const device of devices)
      expect(await trailOf(server, device.id)).toMatchObject([
        { action: 'device.move', actor_name: username, details: { proposal: id, proposed_by: 'bootstrap token' } },
      ]);
    expect((await trailOf(server, id)).at(-1)).toMatchObject({
      action: 'device_operation.approve',
      details: { kind: 'move', devices: 2, gone: 0, proposed_by: 'bootstrap token', reason: 'Fine' },
    });
  });

  test('takes devices from wherever they are by then, and leaves alone what is there already', async () => {
    const { id, devices, to } = await propose(server, 'move', { count: 3 });
    const [there, elsewhere, gone] = devices;
    const other = await createPlace(server.db);
    await server.ok('POST /api/devices/bulk/move', { body: { agent_ids: [there?.id], site_id: to.site_id } });
    await server.ok('POST /api/devices/bulk/move', { body: { agent_ids: [elsewhere?.id], site_id: other.site_id } });
    await server.ok('DELETE /api/devices/:id', { params: { id: gone?.id ?? '' } });
    const seen = await server.ok('GET /api/device-operations/:id', { params: { id } });
    expect(seen).toMatchObject({ device_count: 3, gone_count: 1, status: 'waiting' });
    expect(new Map(seen.devices.map((one) => [one.agent_id, [one.status, one.moved_since]]))).toEqual(
      new Map([
        [there?.id, ['offline', true]],
        [elsewhere?.id, ['offline', true]],
        [gone?.id, [null, false]],
      ]),
    );
    const answer = await server.ok(APPROVE, { params: { id }, body: { confirm_count: 3 } });
    expect(new Map(answer.devices.map((one) => [one.agent_id, one.outcome]))).toEqual(
      new Map([
        [there?.id, 'already_there'],
        [elsewhere?.id, 'moved'],
        [gone?.id, 'gone'],
      ]),
    );
    expect((await trailOf(server, there?.id ?? '')).map(({ action }) => action)).toEqual(['device.move']);
    expect((await trailOf(server, id)).at(-1)?.details).toMatchObject({ devices: 3, gone: 1 });
  });

  test('without a department keeps the one of that site, with one puts them there', async () => {
    const from = await createPlace(server.db);
    const { site_id } = await createSite(server.db, from.client_id);
    const device = await createDevice(server.db, from);
    const far = await createDevice(server.db, { client_id: from.client_id, site_id });
    const body = { agent_ids: [device.id, far.id], site_id: from.site_id };
    const groups = () => server.db.sql`select group_id from devices where id in (${device.id}, ${far.id}) order by id`;
    const { id } = await server.ok(MOVE, { body });
    await server.ok(APPROVE, { params: { id } });
    expect(await groups()).toEqual([{ group_id: from.group_id }, { group_id: null }]);
    const { id: second } = await server.ok(MOVE, { body: { ...body, group_id: from.group_id } });
    await server.ok(APPROVE, { params: { id: second } });
    expect(await groups()).toEqual([{ group_id: from.group_id }, { group_id: from.group_id }]);
  });

  test('is refused with a wrong confirm_count, and stays waiting', async () => {
    const { id, devices, from } = await propose(server, 'move');
    const answer = await server.call(APPROVE, { params: { id }, body: { confirm_count: 3 } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'confirm_count_mismatch' } });
    expect(await statusOf(server, id)).toBe('waiting');
    expect(await sitesOf(server, devices)).toEqual([from.site_id, from.site_id]);
  });
});

describe('approving a deletion', () => {
  test('deletes every device with its pending work, closes its socket, and keeps what became of each', async () => {
    const { id, devices } = await propose(server, 'delete');
    const [first] = devices;
    if (first) await createJob(server.db, first);
    const { token, username } = await createPerson(server.db, { permissions: ['devices.delete'] });
    const events = recordEvents(server);
    const answer = await server.ok(APPROVE, { token, params: { id }, body: { confirm_count: 2 } });
    expect(answer).toMatchObject({
      status: 'approved',
      gone_count: 2,
      devices: [
        { outcome: 'deleted', status: null },
        { outcome: 'deleted', status: null },
      ],
    });
    expect(await sitesOf(server, devices)).toEqual([]);
    const ids = devices.map((device) => device.id);
    expect(
      events
        .take('devices.revoked')
        .flatMap(({ deviceIds }) => deviceIds)
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(await trailOf(server, first?.id ?? '')).toMatchObject([
      {
        action: 'device.delete',
        actor_name: username,
        details: { jobs_cancelled: 1, proposal: id, proposed_by: 'bootstrap token' },
      },
    ]);
    expect((await trailOf(server, id)).map(({ action }) => action)).toEqual([
      'device_operation.propose',
      'device_operation.approve',
    ]);
  });

  test.each([undefined, {}, { confirm_count: 1 }, { confirm_count: 0 }])(
    'is refused with 400 for %j in place of the number of devices, and stays waiting',
    async (body) => {
      const { id, devices } = await propose(server, 'delete');
      const answer = await server.call(APPROVE, { params: { id }, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'confirm_count_mismatch' } });
      expect(await statusOf(server, id)).toBe('waiting');
      expect(await sitesOf(server, devices)).toHaveLength(2);
    },
  );

  test.each(['2', [2], true, null, 2.5, -2, 1e300, '2 '])(
    'is refused with 400 for %j, which is no number of devices, and stays waiting',
    async (confirm_count) => {
      const { id, devices } = await propose(server, 'delete');
      expect((await server.call(APPROVE, { params: { id }, body: { confirm_count } })).status).toBe(400);
      const extra = { confirm_count: 2, force: true };
      expect((await server.call(APPROVE, { params: { id }, body: extra })).body.code).toBe('invalid_input');
      expect(await statusOf(server, id)).toBe('waiting');
      expect(await sitesOf(server, devices)).toHaveLength(2);
    },
  );

  test('counts the devices that are proposed, also one that is gone by then', async () => {
    const { id, devices } = await propose(server, 'delete');
    await server.ok('DELETE /api/devices/:id', { params: { id: devices[0]?.id ?? '' } });
    expect((await server.call(APPROVE, { params: { id }, body: { confirm_count: 1 } })).status).toBe(400);
    const { devices: outcomes } = await server.ok(APPROVE, { params: { id }, body: { confirm_count: 2 } });
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['deleted', 'gone']);
  });

  test('500 devices go at once, each with an entry of its own', async () => {
    const place = await createPlace(server.db);
    const ids: string[] = [];
    for (let i = 0; i < 500; i++) ids.push((await createDevice(server.db, place)).id);
    const { id } = await server.ok(DELETE, { body: { agent_ids: ids } });
    const begun = performance.now();
    await server.ok(APPROVE, { params: { id }, body: { confirm_count: 500 } });
    expect(performance.now() - begun).toBeLessThan(10_000);
    const [row] = await server.db.sql`
      select count(*)::int as entries from audit_entries where action = 'device.delete' and details ->> 'proposal' = ${id}`;
    expect(row).toEqual({ entries: 500 });
  });
});

test('rejecting changes no device, and says who and why', async () => {
  for (const kind of ['move', 'delete'] as const) {
    const { id, devices, from } = await propose(server, kind);
    const answer = await server.ok(REJECT, { params: { id }, body: { reason: 'They stay' } });
    expect(answer).toMatchObject({
      status: 'rejected',
      decision_reason: 'They stay',
      closed_because: null,
      decided_by: { kind: 'bootstrap' },
      devices: [{ outcome: null }, { outcome: null }],
    });
    expect(await sitesOf(server, devices)).toEqual([from.site_id, from.site_id]);
    expect((await trailOf(server, id)).at(-1)).toMatchObject({
      action: 'device_operation.reject',
      details: { kind, devices: 2, reason: 'They stay' },
    });
  }
});

test.each([APPROVE, REJECT])('%s is 409 with the status once it is decided', async (route) => {
  for (const [first, status] of [
    [APPROVE, 'approved'],
    [REJECT, 'rejected'],
  ] as const) {
    const { id } = await propose(server, 'delete');
    const confirm = (one: string) => (one === APPROVE ? { confirm_count: 2 } : {});
    await server.ok(first, { params: { id }, body: confirm(first) });
    expect(await server.call(route, { params: { id }, body: confirm(route) })).toMatchObject({
      status: 409,
      body: { code: 'device_operation_decided', status },
    });
  }
});

describe('whoever decides', () => {
  test('a move takes clients.manage and a deletion devices.delete, whatever else they hold', async () => {
    for (const [kind, needed] of [
      ['move', 'clients.manage'],
      ['delete', 'devices.delete'],
    ] as const) {
      const { id } = await propose(server, kind);
      const { token } = await createPerson(server.db, { permissions: permissionKeys.filter((key) => key !== needed) });
      for (const [route, body] of [
        [APPROVE, { confirm_count: 2 }],
        [REJECT, {}],
      ] as const)
        expect(await server.call(route, { token, params: { id }, body })).toMatchObject({
          status: 403,
          body: { code: 'permission_denied', error: expect.stringContaining(needed) },
        });
      expect(await statusOf(server, id)).toBe('waiting');
      expect((await trailOf(server, id)).map(({ outcome }) => outcome)).toEqual(['success', 'refused', 'refused']);
    }
  });

  test('reaches every device, and for a move the destination', async () => {
    const from = await createPlace(server.db);
    const to = await createPlace(server.db);
    const inside = await createSite(server.db, from.client_id);
    const outside = await createDevice(server.db, to);
    const mine = await propose(server, 'move', { from, to: { ...from, ...inside } });
    const foreignPlace = await propose(server, 'move', { from, to });
    const mixed = await server.ok(DELETE, { body: { agent_ids: [mine.devices[0]?.id, outside.id] } });
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: from.client_id }] });
    const refused = { status: 403, body: { code: 'out_of_scope' } };
    expect(await server.call(APPROVE, { token, params: { id: foreignPlace.id } })).toMatchObject(refused);
    expect(await server.call(APPROVE, { token, params: { id: mixed.id }, body: { confirm_count: 2 } })).toMatchObject(
      refused,
    );
    expect(await server.call(REJECT, { token, params: { id: mixed.id } })).toMatchObject(refused);
    expect(await statusOf(server, foreignPlace.id)).toBe('waiting');
    expect(await sitesOf(server, foreignPlace.devices)).toEqual([from.site_id, from.site_id]);
    expect((await server.call(APPROVE, { token, params: { id: mine.id } })).status).toBe(200);
    // Their own devices stay where they are: for that they need not reach the destination.
    expect((await server.call(REJECT, { token, params: { id: foreignPlace.id } })).status).toBe(200);
  });

  test('is no AI: neither a token for /mcp over the API, nor an application or the chat inside', async () => {
    const { id } = await propose(server, 'delete');
    const { token } = await createApiToken(server.db, { mcpOnly: true });
    expect(await server.call(APPROVE, { token, params: { id }, body: { confirm_count: 2 } })).toMatchObject({
      status: 403,
      body: { code: 'mcp_only' },
    });
    const all = { ...server.ctx.actor, permissions: new Set(permissionKeys) };
    const user = { ...all, kind: 'user' as const, id: crypto.randomUUID() };
    const origin = { requestId: null, ip: null, userAgent: null };
    for (const ctx of [
      actingAs(server.ctx, { ...user, kind: 'oauth' }, everything),
      actingAs(server.ctx, { ...user, mcpOnly: true }, everything),
      actingAs(server.ctx, user, everything, { ...origin, via: 'chat' }),
      actingAs(server.ctx, user, everything, { ...origin, via: 'mcp' }),
      actingAs(server.ctx, { ...all, kind: 'system' }, everything),
    ])
      for (const act of [() => approve(ctx, id, { confirm_count: 2 }), () => reject(ctx, id, {})])
        await expect(act()).rejects.toMatchObject({ status: 403, code: 'approver_required' });
    const { toolbox } = server.muster.services;
    const tools = toolbox.available({ actor: user, scope: everything }).map(({ name }) => name);
    expect(tools.filter((name) => /approve|reject/.test(name))).toEqual([]);
    expect(await statusOf(server, id)).toBe('waiting');
  });

  test('may be an API token, and whoever proposed it', async () => {
    const { token } = await createApiToken(server.db);
    const { id: device } = await createDevice(server.db);
    const { id } = await server.ok(DELETE, { token, body: { agent_ids: [device] } });
    const { decided_by } = await server.ok(APPROVE, { token, params: { id }, body: { confirm_count: 1 } });
    expect(decided_by?.kind).toBe('api_token');
  });
});
