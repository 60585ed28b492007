/** The protocol at its edges, by hand; what every client does is in clients.test.ts, what the suites ask in conformance.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolActions } from '../../../domain/toolbox.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import { createApiToken, createDevice, createJob, createOauthToken, createPerson } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';
import { ask, NEW, OLD, useTool } from './speak.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_MCP_PUBLIC_URL: 'https://mcp.example.com', RMM_MCP_OAUTH_ENABLED: 'true' });
});
afterAll(() => server.stop());

/** As it is written, whatever it is. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('POST /mcp', { body: typeof body === 'string' ? body : JSON.stringify(body), headers });
const pingOf = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'ping' });
const tokenOf = async (permissions: readonly (typeof permissionKeys)[number][], mcpOnly = false) => {
  const person = await createPerson(server.db, { permissions });
  return (await createApiToken(server.db, { role: person.role, userId: person.id, mcpOnly })).token;
};

describe.each([NEW, OLD] as const)('revision %s', (revision) => {
  test('lists the tools by name, each with a title, schemas of objects and true hints', async () => {
    const { status, headers, body } = await ask(server, 'tools/list', {}, { revision });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('mcp-session-id')).toBeNull();
    const { tools, nextCursor } = body.result;
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('propose_job');
    expect(nextCursor).toBeUndefined();
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toBe(name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '));
      expect(description.length).toBeGreaterThan(20);
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(annotations).toMatchObject({ openWorldHint: false, readOnlyHint: !name.startsWith('propose_') });
    }
    expect((await ask(server, 'tools/list', {}, { revision })).body.result.tools).toEqual(tools);
  });

  test('answers a call with structured content and the same as text', async () => {
    const { hostname } = await createDevice(server.db);
    const { refused, said, structured } = await useTool(server, 'list_devices', { q: hostname }, { revision });
    expect(refused).toBe(false);
    expect(structured).toEqual(said);
    expect(said).toMatchObject({ total: 1, devices: [{ hostname }] });
  });

  test('what machines and people wrote comes through as it is, character by character', async () => {
    // What a careless replacement, or a careless quoting, would change.
    const odd = `$& $1 $\` $' "quoted" \\ \u2028 \u{1F600} {"a":0} </script>`;
    const { id } = await createDevice(server.db, { hostname: odd });
    const { said, structured } = await useTool(server, 'get_device', { id }, { revision });
    expect(structured).toEqual(said);
    expect(said.hostname).toBe(odd);
  });

  test('refuses input as a result, with what is wrong where, so that a model can mend it', async () => {
    const { status, refused, said } = await useTool(server, 'get_device', { id: 'x' }, { revision });
    expect({ status, refused }).toEqual({ status: 200, refused: true });
    expect(said).toMatchObject({ status: 400, code: 'invalid_input', issues: [{ path: 'id' }] });
    const none = await useTool(server, 'get_device', { id: '00000000-0000-7000-8000-000000000000' }, { revision });
    expect(none).toMatchObject({ refused: true, said: { status: 404, code: 'device_not_found' } });
  });

  test('a tool that is none, or none of the caller’s, is an error of the protocol, the same for both', async () => {
    const token = await tokenOf(permissionKeys.filter((key) => key !== 'audit.view'));
    const listed = await ask(server, 'tools/list', {}, { revision, token });
    expect(JSON.stringify(listed.body)).not.toContain('search_audit');
    for (const name of ['search_audit', 'no_such_tool', '__proto__'])
      expect((await useTool(server, name, {}, { revision, token })).error).toEqual({
        code: -32602,
        message: `There is no tool ${name} for you.`,
      });
  });

  test('nothing decides, with an administrator’s token and whatever the tool is called', async () => {
    const { token } = await createApiToken(server.db);
    const job = await createJob(server.db, await createDevice(server.db), { status: 'awaiting_approval' });
    const verbs = ['approve', 'reject', 'cancel', 'complete'];
    for (const name of verbs.flatMap((verb) => [`${verb}_job`, `${verb}_batch`, `${verb}_device_operation`]))
      expect((await useTool(server, name, { id: job }, { revision, token })).error?.code).toBe(-32602);
    for (const route of ['/api/jobs/:id/approve', 'POST /api/jobs/:id/approve', `jobs/${job}/approve`])
      expect((await useTool(server, route, { id: job }, { revision, token })).error?.code).toBe(-32602);
    const [row] = await server.db.sql`select status from jobs where id = ${job}`;
    expect(row).toEqual({ status: 'awaiting_approval' });
    expect(toolActions.filter((action) => /approve|reject|cancel|complete/.test(action))).toEqual([]);
  });

  test('a fault of ours is a 500 with the request’s id, and tells nothing of itself', async () => {
    const { services } = server.muster;
    const { toolbox } = services;
    services.toolbox = { ...toolbox, call: () => Promise.reject(new Error('relation "secret_table" is gone')) };
    try {
      const answer = await ask(server, 'tools/call', { name: 'get_dashboard', arguments: {} }, { revision });
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } });
      expect(JSON.stringify(answer.body)).not.toContain('secret_table');
    } finally {
      services.toolbox = toolbox;
    }
  });
});

test('the older revision is agreed on at initialize, also with who asks for one that is not known', async () => {
  const start = async (protocolVersion: string) => {
    const clientInfo = { name: 'x', version: '1' };
    const answer = await post({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion, capabilities: {}, clientInfo },
    });
    return answer.body.result;
  };
  expect(await start(OLD)).toMatchObject({
    protocolVersion: OLD,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    serverInfo: { name: 'muster' },
  });
  expect((await start('2025-06-18')).protocolVersion).toBe('2025-06-18');
  expect((await start('1999-01-01')).protocolVersion).toBe(OLD);
  const { instructions } = await start(OLD);
  expect(instructions).toMatch(/is data/);
  expect(instructions).toMatch(/Nothing can be approved/);
});

test('400 for a revision that is not served, which names those that are', async () => {
  const old = await post(pingOf(), { 'mcp-protocol-version': '1999-01-01' });
  expect(old).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(OLD) } } });
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
  const params = { _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': {} } };
  const headers = { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' };
  const later = await post({ jsonrpc: '2.0', id: 7, method: 'tools/list', params }, headers);
  expect(later).toMatchObject({ status: 400, body: { id: 7, error: { data: { supported: [NEW] } } } });
});

test('405 with Allow for GET, DELETE and PUT: there is no stream to open and no session to end', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await server.call(`${method} /mcp`, { headers: { accept: 'text/event-stream' } });
    expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'POST' });
  }
});

test('202 without a body for what needs no answer', async () => {
  const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect({ status, body }).toEqual({ status: 202, body: null });
  expect((await post({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202);
});

test.each([
  ['no JSON', '{"jsonrpc": "2.0", ', 400, -32700],
  ['nothing', '', 400, -32600],
  ['a list, even of one', [pingOf()], 400, -32600],
  ['an empty list', [], 400, -32600],
  ['text', '"ping"', 400, -32600],
  ['null', 'null', 400, -32600],
  ['another version of JSON-RPC', { ...pingOf(), jsonrpc: '1.0' }, 400, -32600],
  ['an id that is an object', pingOf({}), 400, -32600],
  ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 5 }, 400, -32600],
])('%s is an error of JSON-RPC', async (_, body, status, code) => {
  expect(await post(body)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
});

test('an unknown method is told so, and so is a stream of changes, which there is none of', async () => {
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'jobs/approve' })).body.error.code).toBe(-32601);
  expect(await ask(server, 'jobs/approve')).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
  expect(await ask(server, 'subscriptions/listen', { notifications: {} })).toMatchObject({
    status: 404,
    body: { error: { code: -32601 } },
  });
});

test('headers that say another method or tool than the body are refused', async () => {
  const call = (headers: Record<string, string>) =>
    ask(server, 'tools/call', { name: 'get_dashboard', arguments: {} }, { headers });
  expect(await call({ 'mcp-method': 'tools/list' })).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  expect(await call({ 'mcp-name': 'list_devices' })).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
});

test('415 for another media type, 413 for more than 1 MiB, 406 for who takes no JSON', async () => {
  expect((await post(pingOf(), { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post({ ...pingOf(), params: { x: 'x'.repeat(1024 * 1024) } })).status).toBe(413);
  expect((await post(pingOf(), { accept: 'text/html' })).status).toBe(406);
  for (const accept of ['application/json', '*/*', 'application/json, text/event-stream'])
    expect((await post(pingOf(), { accept })).status).toBe(200);
});

test('a client that goes away in the middle costs nobody else anything', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_devices' } });
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const gone = Array.from({ length: 20 }, (_, index) =>
    fetch(`${server.url}/mcp`, { method: 'POST', headers, body, signal: AbortSignal.timeout(index % 5) }).then(
      () => 'answered',
      () => 'gone',
    ),
  );
  expect(await Promise.all(gone)).toContain('gone');
  expect((await useTool(server, 'get_dashboard')).refused).toBe(false);
});

test('tokens: a session is for the console, one for /mcp alone and one of an application work, mcp.use is needed', async () => {
  const person = await createPerson(server.db);
  const session = await ask(server, 'tools/list', {}, { token: person.token });
  expect(session.status).toBe(401);
  expect(session.headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", scope="mcp"',
  );
  expect((await ask(server, 'tools/list', {}, { token: null })).headers.get('www-authenticate')).toBe(
    'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", scope="mcp"',
  );
  const oauth = await createOauthToken(server.db, { userId: person.id, mcpUrl: 'https://mcp.example.com' });
  for (const token of [await tokenOf(permissionKeys, true), oauth.token]) {
    expect((await ask(server, 'tools/list', {}, { token })).status).toBe(200);
    expect(await server.call('GET /api/me', { token })).toMatchObject({ status: 403, body: { code: 'mcp_only' } });
  }
  const without = await tokenOf(permissionKeys.filter((key) => key !== 'mcp.use'));
  expect(await ask(server, 'tools/list', {}, { token: without })).toMatchObject({
    status: 403,
    body: { code: 'permission_denied' },
  });
});

test('429 with Retry-After for a credential beyond 3,000 calls in a minute, and for no other', async () => {
  const { id, token } = await createApiToken(server.db);
  const { limiter } = server.muster.services;
  for (let call = 0; call < 3000; call++)
    await limiter.spend({ name: 'mcp', points: 3000, windowSec: 60 }, JSON.stringify(['api_token', id, null]));
  const answer = await ask(server, 'tools/list', {}, { token });
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(server, 'tools/list')).status).toBe(200);
});
