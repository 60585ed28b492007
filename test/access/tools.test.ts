/**
 * What AI can do, over every tool there is and every door to them: look and propose, within permissions and scope of the
 * person it serves, and never decide (SPEC.md, MCP; ATTACKS.md 16, 33 to 35).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshInstances } from '../../domain/check-runs/effective.ts';
import { toolActions } from '../../domain/toolbox.ts';
import { permissionsOf } from '../../runtime/access.ts';
import { authenticate } from '../../runtime/authenticate.ts';
import type { AnyEndpoint } from '../../runtime/endpoint.ts';
import { permissionKeys } from '../../schema/permissions.ts';
import { createDevice, createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';
import { admits, all, asks, idsOf } from './declarations.ts';
import { type ForeignCall, foreignCalls } from './fixtures.ts';
import { type Door, doorsOf, type Said, toolCalls } from './tool-calls.ts';
import { createWorld, secretsOf, stateOf, type World } from './world.ts';

let server: TestServer;
let world: World;
/** Of an administrator without scope, who may all that there is. */
let admin: Door[];
beforeAll(async () => {
  server = await startServer({
    RMM_ALLOW_UNAPPROVED_JOBS: 'true',
    RMM_MCP_OAUTH_ENABLED: 'true',
    RMM_MCP_PUBLIC_URL: 'https://mcp.test',
  });
  world = await createWorld(server);
  const rows = [
    { name: 'openssl', version: '3', manufacturer: '', installed_at: null, size_bytes: null, source: 'dpkg' },
  ];
  for (const { device } of [world.mine, world.foreign])
    await server.db.sql`
      insert into device_inventory (device_id, section, hash, data, collected_at)
      values (${device}, 'software', 'x', ${server.db.sql.json(rows)}, now())`;
  admin = await doorsOf(server, await createPerson(server.db));
});
afterAll(() => server.stop());

const tools = all.flatMap((endpoint) =>
  endpoint.tool ? [{ name: endpoint.tool.name, annotations: endpoint.tool.annotations, endpoint }] : [],
);
const names = tools.map(({ name }) => name).toSorted();

test('the catalog is what CONTRACT.md lists, but for patches, which come later', () => {
  const listed = [
    ...['list_devices', 'get_device', 'get_inventory', 'list_clients', 'list_sites', 'list_groups', 'list_jobs'],
    ...['get_job', 'propose_job', 'propose_bulk_job', 'list_alerts', 'get_alert', 'list_checks', 'get_check_results'],
    ...['list_tasks', 'list_scripts', 'get_script', 'get_compliance', 'get_software_report', 'get_dashboard'],
    ...['search_audit', 'list_device_operations', 'propose_move_devices', 'propose_delete_devices'],
  ];
  expect(names).toEqual(listed.toSorted());
  expect(Object.keys(toolCalls).toSorted(), 'add the tool to test/access/tool-calls.ts').toEqual(names);
});

test('the page about tools names each of them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

describe.each(tools)('$name', ({ endpoint, annotations }) => {
  test('is a look or a proposal by its declaration, and says truly which', () => {
    const { method, path, audits = [], tool } = endpoint;
    expect(annotations).toMatchObject({ readOnlyHint: method === 'GET', destructiveHint: false });
    expect(path).not.toMatch(/approve|reject|cancel|complete|resolve|ack|suppress|run|revoke|disable/);
    if (method === 'GET') expect(audits).toEqual([]);
    else expect(tool?.name).toMatch(/^propose_/);
    // What the API may do without approval, where the server allows it, is refused by name below.
    expect(audits.filter((action) => !toolActions.includes(action) && action !== 'job.dispatch_unapproved')).toEqual(
      [],
    );
  });
});

/** Jobs, batches, proposals and alerts, and how far each has come. */
const decisions = () => server.db.sql`
  select 'job ' || id as what, status from jobs union all select 'operation ' || id, status from device_operations
  union all select 'alert ' || id, status from alerts union all select 'standing ' || id, state from standing_approvals
  order by 1`;
const audited = async (since: Date) =>
  (
    await server.db.sql<{ action: string }[]>`
      select distinct action from audit_entries where at >= ${since} and outcome = 'success' order by action`
  ).map(({ action }) => action);

test('through every door every tool works, and leaves nothing but looks and waiting proposals', async () => {
  const [{ now } = { now: new Date() }] = await server.db.sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const before = await decisions();
  for (const door of admin)
    for (const [tool, calls] of Object.entries(toolCalls))
      for (const input of calls(world.mine, world))
        expect(await door.use(tool, input), `${tool} by ${door.name}: ${JSON.stringify(input)}`).toMatchObject({
          refused: false,
        });
  const after = await decisions();
  for (const row of before) expect(after).toContainEqual(row);
  const added = after.filter(({ what }) => !before.some((row) => row.what === what));
  expect(added.length).toBeGreaterThan(0);
  expect([...new Set(added.map(({ status }) => status))].toSorted()).toEqual(['awaiting_approval', 'waiting']);
  expect((await audited(now)).filter((action) => !(toolActions as readonly string[]).includes(action))).toEqual([]);
});

test('no word that a model adds decides: what a tool does not declare is refused by name', async () => {
  const before = await decisions();
  const words = { require_approval: false, approve: true, approved: true, status: 'dispatched', confirm_count: 1 };
  for (const door of admin)
    for (const { name, endpoint } of tools.filter(({ annotations }) => !annotations.readOnlyHint))
      for (const [key, value] of Object.entries(words)) {
        const [input] = toolCalls[name]?.(world.mine, world) ?? [];
        const refusal = await door.use(name, { ...input, [key]: value });
        expect(refusal, `${name} with ${key} by ${door.name}`).toMatchObject({ refused: true, code: 'invalid_input' });
        expect(endpoint.tool?.hides ?? []).toEqual(name === 'propose_job' ? ['require_approval'] : []);
      }
  expect(await decisions()).toEqual(before);
});

test('a job that asks to run unapproved waits when it comes from AI, whoever asks and whatever the server allows', async () => {
  const person = await createPerson(server.db);
  const caller = await authenticate(server.muster.services, `Bearer ${person.token}`);
  const endpoint = all.find(({ route }) => route === 'POST /api/jobs');
  if (!endpoint) throw new Error('the route has gone');
  const device = await createDevice(server.db);
  const body = { agent_id: device.id, shell: 'bash', script: 'true', require_approval: false };
  const origin = { requestId: null, ip: null, userAgent: null };
  for (const via of ['mcp', 'chat'] as const)
    await server.muster.invoke(endpoint, caller, { ...origin, via }, { params: {}, query: {}, body });
  const statuses = () =>
    server.db.sql`select status, count(*)::int from jobs where agent_id = ${device.id} group by 1 order by 1`;
  expect(await statuses()).toEqual([{ status: 'awaiting_approval', count: 2 }]);
  // The same by hand, so that the server is known to allow it.
  await server.muster.invoke(endpoint, caller, origin, { params: {}, query: {}, body });
  expect(await statuses()).toContainEqual({ status: 'dispatched', count: 1 });
});

test('even an endpoint that would decide could not write so when AI calls it', async () => {
  const deciding = all.find(({ route }) => route === 'POST /api/jobs/:id/approve');
  if (!deciding) throw new Error('the route has gone');
  const caller = await authenticate(server.muster.services, `Bearer ${(await createPerson(server.db)).token}`);
  const origin = { requestId: null, ip: null, userAgent: null, via: 'mcp' } as const;
  const raw = { params: { id: world.mine.job }, query: {}, body: {} };
  await expect(server.muster.invoke(deciding, caller, origin, raw)).rejects.toThrow('is no tool');
  const tool = { name: 'approve', description: 'x', annotations: { readOnlyHint: false, destructiveHint: true } };
  const declared: AnyEndpoint = { ...deciding, tool };
  await expect(server.muster.invoke(declared, caller, origin, raw)).rejects.toThrow('does not declare that it audits');
  expect(await server.db.sql`select status from jobs where id = ${world.mine.job}`).toEqual([
    { status: 'awaiting_approval' },
  ]);
});

describe('out of scope', () => {
  const callers: { scope: string; doors: Door[] }[] = [];
  let secrets: string[];
  beforeAll(async () => {
    secrets = await secretsOf(server, world.foreign);
    await refreshInstances(server.ctx); // what the server would otherwise do within a second, in the middle of a comparison
    const { client, site, group, device } = world.mine;
    const scopes = Object.entries({ client, site, group, agent: device });
    for (const [scope_type, scope_id] of scopes) {
      const row = { scope_type, scope_id } as { scope_type: 'client' | 'site' | 'group' | 'agent'; scope_id: string };
      callers.push({
        scope: scope_type,
        doors: await doorsOf(server, await createPerson(server.db, { scopes: [row] })),
      });
    }
  });

  const bearing = tools.filter(({ endpoint }) => idsOf(endpoint).length > 0 && !asks(endpoint, 'unscoped'));
  test.each(bearing)(
    '$name refuses ids of another company, tells nothing of them and changes nothing',
    async ({ name, endpoint }) => {
      const calls = foreignCalls[endpoint.route]?.(world) ?? [];
      expect(calls.length).toBeGreaterThan(0);
      const before = await stateOf(server);
      for (const { scope, doors } of callers)
        for (const door of doors)
          for (const call of calls)
            judge(
              await door.use(name, inputOf(call, endpoint)),
              call,
              `${door.name} scoped to a ${scope}: ${JSON.stringify(call)}`,
            );
      expect(await stateOf(server)).toEqual(before);
    },
  );

  test('whatever a scoped caller asks without an id, no name of another company is in the answer', async () => {
    for (const { scope, doors } of callers)
      for (const door of doors)
        for (const { name } of tools.filter(
          ({ annotations, endpoint }) => annotations.readOnlyHint && !asks(endpoint, 'unscoped'),
        )) {
          const [input = {}] = toolCalls[name]?.(world.mine, world) ?? [];
          if (Object.keys(input).length > 0) continue;
          const answer = JSON.stringify(await door.use(name, input));
          for (const secret of secrets)
            expect(answer, `${name} by ${door.name} scoped to a ${scope}`).not.toContain(secret);
        }
  });

  test('an instance-wide tool is not there for a caller with a scope', async () => {
    for (const { doors } of callers)
      for (const door of doors) {
        expect(await door.list()).not.toContain('search_audit');
        expect(await door.use('search_audit', {})).toMatchObject({ refused: true, code: 'unknown_tool' });
      }
  });

  const withPath = bearing.filter(({ endpoint }) => endpoint.path.includes(':'));
  test.each(withPath)('$name knows nothing of an id that nobody has', async ({ name, endpoint }) => {
    for (const { doors } of callers)
      for (const door of doors) {
        const refusal = await door.use(name, { id: crypto.randomUUID() });
        expect(refusal).toMatchObject({ refused: true, code: expect.stringMatching(/_not_found$/) });
        expect(endpoint.path).toMatch(/:id/);
      }
  });
});

/** The same call as the API's, as one object, without the other forms of an answer. */
function inputOf({ params, query, body }: ForeignCall, { tool }: AnyEndpoint): Record<string, unknown> {
  const input = { ...params, ...query, ...(typeof body === 'object' ? body : {}) };
  return Object.fromEntries(Object.entries(input).filter(([key]) => !tool?.hides?.includes(key)));
}

function judge(said: Said, { answer }: ForeignCall, what: string): void {
  if (answer === 'nothing') {
    expect(said, what).toMatchObject({ refused: false });
    const lists = said.refused ? [] : Object.values(said.answer).filter(Array.isArray);
    expect(lists.length, what).toBeGreaterThan(0);
    expect(lists.flat(), what).toEqual([]);
  } else expect(said, what).toMatchObject({ refused: true, code: answer ?? 'out_of_scope' });
}

test.each(tools)('$name is not there for who lacks what it asks for', async ({ name, endpoint }) => {
  const keys = permissionsOf(endpoint.access);
  const lacking = [keys, ...keys.map((key) => [key])].filter(
    (missing) => missing.length > 0 && !admits(endpoint.access, (key) => !missing.includes(key)),
  );
  if (keys.length > 0) expect(lacking.length).toBeGreaterThan(0);
  for (const missing of lacking) {
    const permissions = permissionKeys.filter((key) => !missing.includes(key));
    for (const door of await doorsOf(server, await createPerson(server.db, { permissions }))) {
      expect(await door.list(), door.name).toEqual(
        tools
          .filter((other) => admits(other.endpoint.access, (key) => !missing.includes(key)))
          .map((other) => other.name)
          .toSorted(),
      );
      const [input = {}] = toolCalls[name]?.(world.mine, world) ?? [];
      expect(await door.use(name, input), door.name).toMatchObject({ refused: true, code: 'unknown_tool' });
    }
  }
});

test('without mcp.use nobody gets to the tools over /mcp', async () => {
  const permissions = permissionKeys.filter((key) => key !== 'mcp.use');
  const doors = await doorsOf(server, await createPerson(server.db, { permissions }));
  for (const door of doors.filter(({ name }) => name !== 'the AI chat'))
    await expect(door.list(), door.name).rejects.toThrow();
});

test('an application that was let in is out when OAuth is turned off', async () => {
  const off = await startServer();
  try {
    const doors = await doorsOf(off, await createPerson(off.db));
    const listed = doors.map(({ name, list }) =>
      list().then(
        () => name,
        () => `not ${name}`,
      ),
    );
    expect(await Promise.all(listed)).toEqual([
      ...['an API token', 'a token for /mcp alone', 'not an OAuth token', 'the AI chat'],
    ]);
  } finally {
    await off.stop();
  }
});
