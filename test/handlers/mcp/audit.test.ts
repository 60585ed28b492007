/** What AI leaves behind: that it used a tool, and what it proposed, as the application for the person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createDevice, createOauthToken, createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, OLD, useTool } from './speak.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_MCP_PUBLIC_URL: 'https://mcp.example.com', RMM_MCP_OAUTH_ENABLED: 'true' });
});
afterAll(() => server.stop());

interface Entry {
  action: string;
  actor_kind: string;
  actor_name: string;
  target_name: string;
  details: unknown;
}

/** By who calls, or whom an application acts for. */
const entriesOf = (actorId: string) => server.db.sql<Entry[]>`
  select action, actor_kind, actor_name, target_name, details from audit_entries where actor_id = ${actorId} order by id`;

test('uses of a tool within ten minutes are one entry for each credential, with the client’s name', async () => {
  const [one, other] = [await createApiToken(server.db), await createApiToken(server.db)];
  const speaking = { token: one.token, client: 'Claude Code' };
  await Promise.all(Array.from({ length: 8 }, () => useTool(server, 'get_dashboard', {}, speaking)));
  await useTool(server, 'list_clients', {}, { ...speaking, revision: OLD });
  await useTool(server, 'get_dashboard', {}, { token: other.token });
  expect(await entriesOf(one.id)).toMatchObject([
    { action: 'ai.tool.use', target_name: 'get_dashboard', details: { via: 'mcp', client: 'Claude Code' } },
    { action: 'ai.tool.use', target_name: 'list_clients', details: { via: 'mcp' } },
  ]);
  expect(await entriesOf(other.id)).toHaveLength(1);
  server.clock.offsetMs += 11 * 60_000;
  await useTool(server, 'get_dashboard', {}, speaking);
  expect((await entriesOf(one.id)).map(({ target_name }) => target_name)).toEqual([
    ...['get_dashboard', 'list_clients', 'get_dashboard'],
  ]);
});

test('a clock that was set back by a day hides no use', async () => {
  const { id, token } = await createApiToken(server.db);
  await useTool(server, 'get_dashboard', {}, { token });
  server.clock.offsetMs -= 24 * 3600_000;
  await useTool(server, 'get_dashboard', {}, { token });
  await useTool(server, 'get_dashboard', {}, { token });
  server.clock.offsetMs += 24 * 3600_000;
  expect(await entriesOf(id)).toHaveLength(2);
});

test('a use that was refused is one as well; a list of tools and an unknown one are none', async () => {
  const { id, token } = await createApiToken(server.db);
  await ask(server, 'tools/list', {}, { token });
  await useTool(server, 'approve_job', {}, { token });
  expect(await entriesOf(id)).toEqual([]);
  await useTool(server, 'get_device', { id: 'x' }, { token });
  expect(await entriesOf(id)).toMatchObject([{ target_name: 'get_device' }]);
});

test('a proposal names the application and the person it acts for, waits, and says that it came over MCP', async () => {
  const person = await createPerson(server.db);
  const { token, applicationId } = await createOauthToken(server.db, {
    ...{ userId: person.id, mcpUrl: 'https://mcp.example.com' },
  });
  const device = await createDevice(server.db);
  const input = { agent_id: device.id, shell: 'bash', script: 'uptime', description: 'How long is it up?' };
  const { said } = await useTool(server, 'propose_job', input, { token });
  expect(said).toMatchObject({ status: 'awaiting_approval', source: 'mcp' });
  expect(said.proposed_by).toMatchObject({ kind: 'oauth', id: applicationId, on_behalf_of: person.username });
  const entries = await entriesOf(applicationId);
  expect(entries.map(({ action }) => action)).toEqual(['ai.tool.use', 'job.propose']);
  for (const { actor_kind, actor_name } of entries) {
    expect(actor_kind).toBe('oauth');
    expect(actor_name).toMatch(new RegExp(` for ${person.username}$`));
  }
});

test('a batch says that it came over MCP too, also with an API token', async () => {
  const { id, token } = await createApiToken(server.db, { role: 'tech' });
  const [one, other] = [await createDevice(server.db), await createDevice(server.db)];
  const input = { agent_ids: [one.id, other.id], shell: 'bash', script: 'uptime', description: '' };
  expect((await useTool(server, 'propose_bulk_job', input, { token })).said).toMatchObject({ count: 2 });
  const jobs = await server.db.sql`select source from jobs where agent_id in (${one.id}, ${other.id})`;
  expect(jobs.map(({ source }) => source)).toEqual(['mcp', 'mcp']);
  expect((await entriesOf(id)).find(({ action }) => action === 'job.batch.propose')?.details).toMatchObject({
    source: 'mcp',
  });
});

test('whose permission ends is refused the next call', async () => {
  const person = await createPerson(server.db, { permissions: ['mcp.use', 'clients.view'] });
  const { token } = await createApiToken(server.db, { role: person.role, userId: person.id });
  expect((await useTool(server, 'list_clients', {}, { token })).refused).toBe(false);
  await server.db.sql`update roles set permissions = ${['mcp.use']} where key = ${person.role}`;
  expect((await useTool(server, 'list_clients', {}, { token })).error?.code).toBe(-32602);
  await server.db.sql`update roles set permissions = ${['clients.view']} where key = ${person.role}`;
  expect((await useTool(server, 'list_clients', {}, { token })).status).toBe(403);
});

test('an application may call itself what it wants', async () => {
  for (const client of ['\0', 'a\0b', '\ud800', 'x'.repeat(5000), '😀'.repeat(500), '<script>']) {
    const { id, token } = await createApiToken(server.db);
    expect((await useTool(server, 'get_dashboard', {}, { token, client })).refused).toBe(false);
    expect(await entriesOf(id)).toHaveLength(1);
  }
});
