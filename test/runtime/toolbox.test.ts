/** Endpoints as the tools of AI: what is described, what is taken, and that the answers are what was described. */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonText } from '../../domain/json-text.ts';
import type { ToolDescription } from '../../domain/toolbox.ts';
import { endpoints } from '../../handlers/index.ts';
import { permission } from '../../runtime/access.ts';
import { authenticate, type Caller } from '../../runtime/authenticate.ts';
import { type AnyEndpoint, endpoint, type Tool } from '../../runtime/endpoint.ts';
import { createToolbox } from '../../runtime/toolbox.ts';
import { Cursor, Id, Limit } from '../../schema/common.ts';
import { toolCalls } from '../access/tool-calls.ts';
import { createWorld, type World } from '../access/world.ts';
import { createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
let world: World;
let caller: Caller;
beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server);
  caller = await authenticate(server.muster.services, `Bearer ${(await createPerson(server.db)).token}`);
  await fillDevice(world.mine.device);
});
afterAll(() => server.stop());

const origin = { requestId: null, ip: null, userAgent: null, via: 'mcp' } as const;
const annotations = { readOnlyHint: true, destructiveHint: false };
const named = endpoints.flatMap((one: AnyEndpoint) => (one.tool ? [{ name: one.tool.name }] : []));

/** Something in each section, 300 programs among it. */
async function fillDevice(device: string): Promise<void> {
  const program = (n: number) => ({
    ...{ name: n === 7 ? 'openssl' : `package-${n}`, version: '1', manufacturer: 'Debian' },
    ...{ installed_at: null, size_bytes: null, source: 'dpkg' },
  });
  const sections = {
    system: { manufacturer: 'QEMU', model: 'Standard PC', serial: '1', uuid: '1', virtual: true },
    cpu: { model: 'EPYC', cores: 4, threads: 8 },
    memory: { memory_bytes: 8_589_934_592 },
    volumes: [{ mount: '/', fs: 'ext4', size_bytes: 100, used_bytes: 50 }],
    software: Array.from({ length: 300 }, (_, n) => program(n)),
    services: [{ name: 'ssh', description: 'OpenSSL-free shell', state: 'running', start: 'auto' }],
  };
  for (const [section, data] of Object.entries(sections))
    await server.db.sql`
      insert into device_inventory (device_id, section, hash, data, collected_at)
      values (${device}, ${section}, 'x', ${server.db.sql.json(data)}, now())`;
}

async function use(name: string, input: unknown): Promise<Record<string, unknown>> {
  const outcome = await server.muster.services.toolbox.call(caller, origin, name, input);
  if (!outcome?.ok) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

const descriptionOf = (name: string): ToolDescription => {
  const found = server.muster.services.toolbox.available(caller).find((tool) => tool.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

describe.each(named)('$name', ({ name }) => {
  test('answers what it describes, as a client of the protocol judges it', async () => {
    const { outputSchema } = descriptionOf(name);
    const validate = new AjvJsonSchemaValidator().getValidator(outputSchema);
    for (const input of toolCalls[name]?.(world.mine, world) ?? []) {
      const answer = await use(name, input);
      expect(validate(answer), JSON.stringify(input)).toMatchObject({ valid: true });
      const [key = ''] = Object.keys(answer);
      expect(validate({ ...answer, [key]: Symbol }), 'the schema says something').toMatchObject({ valid: false });
    }
  });

  test('takes what its own schema lets pass, and says in words what for', () => {
    const { description, inputSchema } = descriptionOf(name);
    const validate = new AjvJsonSchemaValidator().getValidator(inputSchema);
    for (const input of toolCalls[name]?.(world.mine, world) ?? [])
      expect(validate(input), JSON.stringify(input)).toMatchObject({ valid: true });
    expect(validate({ no_such_input: 1 })).toMatchObject({ valid: false });
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(600);
  });

  test('is described in schemas that are whole and small, objects at their root', () => {
    const { inputSchema, outputSchema } = descriptionOf(name);
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema.type).toBe('object');
      expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$defs|"id":"[A-Z]/);
    }
    expect(JSON.stringify(inputSchema).length).toBeLessThan(4000);
    expect(JSON.stringify(outputSchema).length).toBeLessThan(8000);
  });
});

test('a page of a list is short unless more is asked for, and never long', async () => {
  for (const { name, inputSchema } of server.muster.services.toolbox.available(caller)) {
    const { limit } = z.object({ limit: z.unknown() }).partial().parse(inputSchema.properties);
    if (limit) expect(limit, name).toMatchObject({ maximum: name === 'get_inventory' ? 200 : 100 });
  }
  const many = await use('list_devices', {});
  expect(many).toMatchObject({ total: expect.any(Number) });
  const refusal = await server.muster.services.toolbox.call(caller, origin, 'list_devices', { limit: 101 });
  expect(refusal).toMatchObject({ ok: false, status: 400, issues: [{ path: 'limit' }] });
});

describe('the inventory of a device', () => {
  const inventory = (input: object) => use('get_inventory', { id: world.mine.device, ...input });

  test('comes without its programs, with their number, so that it fits into a context', async () => {
    const summary = await inventory({});
    expect(Object.keys(summary).toSorted()).toEqual(
      ['collected_at', 'counts', 'cpu', 'memory_bytes', 'system', 'volumes'].toSorted(),
    );
    expect(summary.counts).toEqual({ volumes: 1, software: 300, services: 1 });
  });

  test('has the programs in pages where they are asked for', async () => {
    const first = await inventory({ sections: 'software' });
    expect(first.software).toHaveLength(100);
    const last = await inventory({ sections: 'software', limit: 200, offset: 200 });
    expect(last.software).toHaveLength(100);
    expect(last.software).toContainEqual(expect.objectContaining({ name: 'package-299' }));
    expect(last).not.toHaveProperty('cpu');
  });

  test('is searched for words, and counts where else they are', async () => {
    const found = await inventory({ sections: 'software', q: 'debian OPENSSL' });
    expect(found).toMatchObject({ software: [{ name: 'openssl' }], counts: { software: 1, services: 0, volumes: 0 } });
    expect((await inventory({ q: 'openssl' })).counts).toMatchObject({ software: 1, services: 1 });
    expect((await inventory({ q: '100%_' })).counts).toMatchObject({ software: 0 });
  });

  test('is whole over the API, as before', async () => {
    const whole = await server.ok('GET /api/devices/:id/inventory', { params: { id: world.mine.device } });
    expect(whole.software).toHaveLength(300);
    expect(whole).not.toHaveProperty('counts');
  });
});

test('of a job its script and the end of its output are told, as far as they fit, with their lengths', async () => {
  const { job } = world.mine;
  const late = { outcome: 'completed', exit_code: 0, stdout: 'ab', received_at: new Date().toISOString() };
  await server.db
    .sql`update jobs set stdout = ${`${'x'.repeat(900_000)}end`}, late_result = ${server.db.sql.json(late)} where id = ${job}`;
  const told = await use('get_job', { id: job });
  expect(told).toMatchObject({ stdout: expect.stringMatching(/^x{11997}end$/), stdout_bytes: 900_003 });
  expect(told).not.toHaveProperty('previous_approved');
  expect(await use('get_job', { id: job, output_chars: 1, script_chars: 4 })).toMatchObject({
    ...{ stdout: 'd', script: 'echo', late_result: { stdout: 'b' } },
  });
  const whole = await server.ok('GET /api/jobs/:id', { params: { id: job } });
  expect(whole.stdout).toHaveLength(900_003);
  expect(whole).not.toHaveProperty('stdout_bytes');
});

test('a proposal is answered without the script that was sent', async () => {
  const [input] = toolCalls.propose_job?.(world.mine, world) ?? [];
  const answer = await use('propose_job', input);
  expect(answer).toMatchObject({ status: 'awaiting_approval', agent_id: world.mine.device });
  for (const key of ['script', 'stdout', 'previous_approved', 'env']) expect(answer).not.toHaveProperty(key);
});

test('companies, sites and departments come in pages by name where a page is asked for', async () => {
  const all = await server.ok('GET /api/clients');
  const first = await use('list_clients', { limit: 1 });
  expect(first).toMatchObject({ clients: [all.clients[0]], next_cursor: expect.any(String) });
  const next = await use('list_clients', { limit: 1, cursor: first.next_cursor });
  expect(next).toMatchObject({ clients: [all.clients[1]] });
  expect(next).not.toHaveProperty('next_cursor');
  const name = all.clients[1]?.name ?? '';
  expect(await use('list_clients', { q: name.toUpperCase() })).toMatchObject({ clients: [{ name }] });
  expect(await use('list_sites', { q: '%' })).toEqual({ sites: [] });
});

describe('a declaration', () => {
  const tool: Tool = { name: 'list_things', description: 'x', annotations };
  const declared = (more: Partial<Tool>, answer: unknown = { things: [] }): AnyEndpoint =>
    endpoint(
      {
        route: 'GET /things/:id',
        summary: 'x',
        access: permission('devices.view'),
        params: z.strictObject({ id: Id }),
        query: z.strictObject({
          limit: Limit,
          cursor: Cursor.optional(),
          format: z.enum(['json', 'csv']).default('json'),
        }),
        output: z.looseObject({ things: z.array(z.string()), secret: z.string().optional() }),
        tool: { ...tool, ...more },
      },
      () => answer as { things: string[] },
    );
  const boxOf = (one: AnyEndpoint) => createToolbox([one], () => server.muster.invoke);
  const call = (one: AnyEndpoint, input: unknown) => boxOf(one).call(caller, origin, 'list_things', input);
  const id = crypto.randomUUID();

  test('hides an input, and refuses it when it is sent all the same', async () => {
    const hiding = declared({ hides: ['format'] });
    expect(boxOf(hiding).available(caller)[0]?.inputSchema.properties).not.toHaveProperty('format');
    expect(await call(hiding, { id, format: 'csv' })).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await call(hiding, { id })).toMatchObject({ ok: true });
  });

  test('has defaults and maximums of its own, which are shown', async () => {
    const own = declared({ defaults: { limit: 5 }, maximums: { limit: 7 } });
    expect(boxOf(own).available(caller)[0]?.inputSchema.properties).toMatchObject({
      limit: { default: 5, maximum: 7 },
    });
    expect(await call(own, { id, limit: '8' })).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await call(own, { id, limit: 7 })).toMatchObject({ ok: true });
  });

  test('leaves out of the answer what it omits, and of its description too', async () => {
    const omitting = declared({ omits: ['secret'] }, new JsonText('{"things":["a"],"secret":"b"}'));
    expect(await call(omitting, { id })).toMatchObject({
      ok: true,
      json: '{"things":["a"]}',
      value: { things: ['a'] },
    });
    expect(boxOf(omitting).available(caller)[0]?.outputSchema.properties).not.toHaveProperty('secret');
  });

  test('never answers more than a context could hold', async () => {
    const huge = declared({}, new JsonText(`{"things":["${'x'.repeat(300_000)}"]}`));
    expect(await call(huge, { id })).toMatchObject({ ok: false, status: 413, code: 'answer_too_large' });
  });

  test('with the same input in path and query is refused when the server starts', () => {
    const twice = { ...declared({}), query: z.strictObject({ id: Id }) };
    expect(() => boxOf(twice)).toThrow('two inputs called id');
  });

  test('takes an object and nothing else', async () => {
    for (const input of [[], 'x', null, 5])
      expect(await call(declared({}), input)).toMatchObject({ ok: false, status: 400 });
  });
});
