import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs } from '../../../domain/context.ts';
import { WAITING_MAX } from '../../../domain/device-operations/propose.ts';
import { everything } from '../../../domain/scope.ts';
import { createApiToken, createDevice, createPerson, createPlace, createSite, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { DELETE, MOVE, sitesOf, statusOf, trailOf } from './world.ts';

let server: TestServer;
let here: Place;
let there: Place;
beforeAll(async () => {
  server = await startServer();
  here = await createPlace(server.db, 'Helvetia');
  there = await createPlace(server.db, 'Pfister');
});
afterAll(() => server.stop());

test('a move waits, names who asked and what it is about, and moves nothing', async () => {
  const devices = [
    await createDevice(server.db, { ...here, hostname: 'srv-02', status: 'online' }),
    await createDevice(server.db, { ...here, hostname: 'SRV-01' }),
  ];
  const { token, id: userId, username } = await createPerson(server.db, { permissions: ['devices.manage'] });
  const { status, body } = await server.call(MOVE, {
    token,
    body: {
      agent_ids: [...devices, ...devices].map(({ id }) => id),
      site_id: there.site_id,
      group_id: there.group_id,
      reason: ' They work there now ',
    },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    kind: 'move',
    status: 'waiting',
    device_count: 2,
    gone_count: 0,
    offline_count: 1,
    hostnames: ['SRV-01', 'srv-02'],
    companies: [{ client_id: here.client_id, client_name: 'Helvetia', device_count: 2 }],
    destination: { visible: true, ...there, client_name: 'Pfister' },
    reason: 'They work there now',
    source: 'api',
    proposed_by: { kind: 'user', id: userId, name: username, client_host: null, on_behalf_of: null },
    decidable: false,
    decided_by: null,
    decided_at: null,
  });
  expect(await sitesOf(server, devices)).toEqual([here.site_id, here.site_id]);
  const [entry] = await trailOf(server, body.id);
  expect(entry).toMatchObject({
    action: 'device_operation.propose',
    actor_name: username,
    details: { kind: 'move', devices: 2, source: 'api' },
  });
  expect(entry?.details.to).toMatch(/^Pfister \/ site-.* \/ department-/);
});

describe('is refused', () => {
  const unknown = crypto.randomUUID();
  const scoped = (permissions = ['devices.manage', 'clients.manage', 'devices.delete'] as const) =>
    createPerson(server.db, { permissions, scopes: [{ scope_type: 'client', scope_id: here.client_id }] });

  test('with 403 for a device outside the scope, alone and among others', async () => {
    const { token } = await scoped();
    const mine = await createDevice(server.db, here);
    const other = await createDevice(server.db, there);
    const homeless = await createDevice(server.db);
    for (const agent_ids of [[other.id], [mine.id, other.id], [homeless.id]]) {
      const move = await server.call(MOVE, { token, body: { agent_ids, site_id: here.site_id } });
      expect(move).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
      expect(await server.call(DELETE, { token, body: { agent_ids } })).toMatchObject({
        status: 403,
        body: { code: 'out_of_scope' },
      });
    }
  });

  test('with 403 for a destination outside the scope, also one of which only a device is in scope', async () => {
    const mine = await createDevice(server.db, here);
    const { token } = await scoped();
    const body = { agent_ids: [mine.id], site_id: there.site_id };
    expect(await server.call(MOVE, { token, body })).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    const { site_id } = await createSite(server.db, here.client_id);
    const agent = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: mine.id }] });
    expect(await server.call(MOVE, { token: agent.token, body: { agent_ids: [mine.id], site_id } })).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
  });

  test('with 404 for a device, a site or a department that is not there', async () => {
    const { id } = await createDevice(server.db, here);
    const move = (body: object) => server.call(MOVE, { body });
    expect(await move({ agent_ids: [id, unknown], site_id: there.site_id })).toMatchObject({
      status: 404,
      body: { code: 'device_not_found' },
    });
    expect((await move({ agent_ids: [id], site_id: unknown })).body.code).toBe('site_not_found');
    expect((await move({ agent_ids: [id], site_id: there.site_id, group_id: unknown })).body.code).toBe(
      'department_not_found',
    );
    expect((await server.call(DELETE, { body: { agent_ids: [unknown] } })).body.code).toBe('device_not_found');
  });

  test('with 400 for a department of another site, for no device and for more than 500', async () => {
    const { id } = await createDevice(server.db, here);
    const body = { agent_ids: [id], site_id: there.site_id, group_id: here.group_id };
    expect(await server.call(MOVE, { body })).toMatchObject({ status: 400, body: { code: 'group_not_in_site' } });
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    for (const agent_ids of [[], many]) expect((await server.call(DELETE, { body: { agent_ids } })).status).toBe(400);
  });

  test('with 409 where every device is there already', async () => {
    const { id } = await createDevice(server.db, here);
    const body = { agent_ids: [id], site_id: here.site_id };
    expect(await server.call(MOVE, { body })).toMatchObject({ status: 409, body: { code: 'nothing_to_move' } });
    expect((await server.call(MOVE, { body: { ...body, group_id: here.group_id } })).status).toBe(409);
    const other = await createSite(server.db, here.client_id);
    expect((await server.call(MOVE, { body: { ...body, site_id: other.site_id } })).status).toBe(201);
  });
});

test('ten identical calls at once make one proposal, and it may be made again once it is decided', async () => {
  const devices = [await createDevice(server.db, here), await createDevice(server.db, here)];
  const ids = devices.map(({ id }) => id);
  const { token } = await createPerson(server.db, { permissions: ['devices.manage'] });
  const calls = Array.from({ length: 10 }, (_, i) =>
    server.ok(DELETE, { token, body: { agent_ids: i % 2 ? ids : ids.toReversed(), reason: `try ${i}` } }),
  );
  const made = new Set((await Promise.all(calls)).map(({ id }) => id));
  expect(made.size).toBe(1);
  const [id = ''] = made;
  expect(await trailOf(server, id)).toHaveLength(1);
  const other = await server.ok(DELETE, { body: { agent_ids: ids } });
  expect(other.id, 'somebody else proposes for themselves').not.toBe(id);
  await server.ok('POST /api/device-operations/:id/reject', { params: { id } });
  expect((await server.ok(DELETE, { token, body: { agent_ids: ids } })).id).not.toBe(id);
});

test('of one person, through whatever token, a hundred wait at most', { timeout: 90_000 }, async () => {
  const person = await createPerson(server.db, { permissions: ['devices.manage', 'devices.view'] });
  const devices = await Promise.all(Array.from({ length: WAITING_MAX + 5 }, () => createDevice(server.db, here)));
  const { token } = await createApiToken(server.db, { role: person.role, userId: person.id });
  const answers = await Promise.all(
    devices.map(({ id }, i) => server.call(DELETE, { token: i % 2 ? token : person.token, body: { agent_ids: [id] } })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ status: 409, body: { code: 'too_many_waiting' } });
  const again = answers.find(({ status }) => status === 201)?.body.hostnames[0];
  const known = devices.find(({ hostname }) => hostname === again);
  expect((await server.call(DELETE, { token, body: { agent_ids: [known?.id] } })).status).toBe(201);
  expect((await server.call(DELETE, { body: { agent_ids: [devices[0]?.id] } })).status).toBe(201);
});

test('an AI application proposes through its tools, and is named with the person it works for', async () => {
  const device = await createDevice(server.db, here);
  const person = await createPerson(server.db);
  const application = crypto.randomUUID();
  const caller = {
    actor: {
      ...actingAs(server.ctx, server.ctx.actor).actor,
      kind: 'oauth' as const,
      id: application,
      name: `Claude for ${person.username}`,
      userId: person.id,
      permissions: new Set(['devices.manage', 'devices.view', 'devices.delete', 'clients.manage'] as const),
      mcpOnly: true,
      client: { id: application, name: 'Claude', host: 'claude.ai' },
    },
    scope: everything,
  };
  const origin = { requestId: null, ip: null, userAgent: null, via: 'mcp' as const };
  const { toolbox } = server.muster.services;
  const names = toolbox.available(caller).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['list_device_operations', 'propose_move_devices', 'propose_delete_devices']),
  );
  for (const [name, input] of [
    ['propose_delete_devices', { agent_ids: [device.id], reason: 'Not seen for a year' }],
    ['propose_move_devices', { agent_ids: [device.id], site_id: there.site_id, group_id: null }],
  ] as const) {
    const outcome = await toolbox.call(caller, origin, name, input);
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
    expect(outcome.value).toMatchObject({
      status: 'waiting',
      source: 'mcp',
      decidable: false,
      proposed_by: { kind: 'oauth', name: 'Claude', client_host: 'claude.ai', on_behalf_of: person.username },
    });
    expect(await statusOf(server, String(outcome.value.id))).toBe('waiting');
  }
  const deletes = await toolbox.call(caller, origin, 'list_device_operations', { kind: 'delete', agent_id: device.id });
  expect(deletes).toMatchObject({ ok: true, value: { device_operations: [{ device_count: 1 }] } });
  const tools = toolbox.available(caller).filter(({ name }) => name.startsWith('propose_'));
  for (const { annotations } of tools)
    expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
});
