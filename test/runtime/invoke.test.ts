import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx, Origin } from '../../domain/context.ts';
import { transaction } from '../../domain/context.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { JsonText } from '../../domain/json-text.ts';
import { conflict } from '../../domain/problem.ts';
import { everything } from '../../domain/scope.ts';
import { decidedBy, everyone, permission, signedIn } from '../../runtime/access.ts';
import { authenticate, type Caller } from '../../runtime/authenticate.ts';
import { type AnyEndpoint, endpoint } from '../../runtime/endpoint.ts';
import { createInvoke } from '../../runtime/invoke.ts';
import type { Permission } from '../../schema/permissions.ts';
import { createApiToken, createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
const published: DomainEvent[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const origin: Origin = { requestId: 'request-1', ip: '192.0.2.1', userAgent: 'test' };
const nothing = { params: {}, query: {}, body: undefined };

async function caller(permissions: Permission[]): Promise<Caller> {
  const { token } = await createPerson(server.db, { permissions });
  return authenticate(server.muster.services, `Bearer ${token}`);
}

function invoke(declared: AnyEndpoint, by: Caller, body?: unknown, from: Origin = origin): Promise<unknown> {
  const publish = (events: DomainEvent[]) => void published.push(...events);
  return createInvoke({ ...server.muster.services, publish })(declared, by, from, { ...nothing, body });
}

const insertClient = (ctx: Ctx, name: string) => ctx.sql`insert into clients (name) values (${name})`;
const clientNames = async (name: string) => server.db.sql`select name from clients where name = ${name}`;

const change = (run: (ctx: Ctx) => Promise<void>): AnyEndpoint =>
  endpoint({ route: 'POST /test', summary: 'x', access: signedIn, audits: ['client.create'] }, run);

test('what a refused change did and told is gone with its transaction', async () => {
  const by = await caller([]);
  published.length = 0;
  const run = async (ctx: Ctx) => {
    await insertClient(ctx, 'Undone');
    await ctx.audit('client.create', { id: null, name: 'Undone' }, {});
    ctx.emit({ type: 'changed', noun: 'clients' });
    throw new Error('late');
  };
  await expect(invoke(change(run), by)).rejects.toThrow('late');
  expect(published).toEqual([]);
  expect(await clientNames('Undone')).toEqual([]);
  expect(await server.db.sql`select 1 from audit_entries where target_name = 'Undone'`).toHaveLength(0);
});

test('events leave after the commit, when the row can be seen by others', async () => {
  published.length = 0;
  let before = -1;
  const run = async (ctx: Ctx) => {
    await transaction(ctx, async (inner) => {
      await insertClient(inner, 'Seen');
      inner.emit({ type: 'changed', noun: 'clients' });
    });
    before = published.length;
  };
  await invoke(change(run), await caller([]));
  expect(before).toBe(0);
  expect(published).toEqual([{ type: 'changed', noun: 'clients' }]);
  expect(await clientNames('Seen')).toHaveLength(1);
});

test('a swallowed failure inside a transaction does not pass for a commit', async () => {
  published.length = 0;
  const run = async (ctx: Ctx) => {
    await insertClient(ctx, 'Half');
    await ctx.sql`insert into clients (name) values (null)`.catch(() => undefined);
    ctx.emit({ type: 'changed', noun: 'clients' });
  };
  await expect(invoke(change(run), await caller([]))).rejects.toThrow();
  expect(published).toEqual([]);
  expect(await clientNames('Half')).toEqual([]);
});

test('what an endpoint does not declare it cannot audit', async () => {
  const run = (ctx: Ctx) => ctx.audit('client.rename', { id: null, name: null }, { from: 'x' });
  await expect(invoke(change(run), await caller([]))).rejects.toThrow('does not declare that it audits client.rename');
});

test('a name that is cut in the middle of a character does not fail the change it belongs to', async () => {
  const name = `${'x'.repeat(299)}😀`;
  await invoke(
    change((ctx) => ctx.audit('client.create', { id: null, name }, {})),
    await caller([]),
  );
  const entries = await server.db.sql`select target_name from audit_entries where target_name like 'xxx%'`;
  expect(entries).toEqual([{ target_name: `${'x'.repeat(299)}\ufffd` }]);
});

const guarded = endpoint(
  { route: 'POST /guarded', summary: 'x', access: permission('clients.manage'), audits: ['client.create'] },
  () => undefined,
);

test('the refusal is what the caller gets, even when the trail cannot take it, and the next one tries again', async () => {
  const by = await caller([]);
  const { metrics } = server.muster.services;
  const failures = async () => (await metrics.auditWriteFailures.get()).values[0]?.value ?? 0;
  const call = createInvoke(server.muster.services);
  const refused = () => call(guarded, by, origin, nothing);
  const before = await failures();
  await server.db.ownerSql`alter table audit_entries rename to audit_entries_away`;
  try {
    await expect(refused()).rejects.toMatchObject({ status: 403, code: 'permission_denied' });
  } finally {
    await server.db.ownerSql`alter table audit_entries_away rename to audit_entries`;
  }
  expect(await failures()).toBe(before + 1);
  const entries = () => server.db.sql`select outcome from audit_entries where actor_id = ${by.actor.id}`;
  expect(await entries()).toEqual([]);
  await expect(refused()).rejects.toMatchObject({ status: 403 });
  await expect(refused()).rejects.toMatchObject({ status: 403 });
  expect(await entries()).toEqual([{ outcome: 'refused' }]);
});

const Choice = z.strictObject({ provider: z.enum(['files', 'terminal']) });
const remote = endpoint(
  {
    route: 'POST /remote',
    summary: 'x',
    access: decidedBy(['devices.files', 'devices.terminal'], (input) =>
      permission(
        z.object({ body: Choice }).parse(input).body.provider === 'files' ? 'devices.files' : 'devices.terminal',
      ),
    ),
    body: Choice,
    audits: [],
  },
  () => undefined,
);

test('where the input decides on the permission, it has been parsed before, and who holds none is not told about it', async () => {
  const files = await caller(['devices.files']);
  await expect(invoke(remote, files, { provider: 'files' })).resolves.toBeUndefined();
  await expect(invoke(remote, files, { provider: 'terminal' })).rejects.toMatchObject({ code: 'permission_denied' });
  await expect(invoke(remote, files, null)).rejects.toMatchObject({ status: 400 });
  await expect(invoke(remote, await caller([]), null)).rejects.toMatchObject({ status: 403 });
});

const listing = (tool: boolean): AnyEndpoint =>
  endpoint(
    {
      route: 'GET /listing',
      summary: 'x',
      access: permission('clients.view'),
      output: z.object({ ok: z.boolean() }),
      tool: tool
        ? { name: 'list', description: 'x', annotations: { readOnlyHint: true, destructiveHint: false } }
        : undefined,
    },
    () => ({ ok: true }),
  );

test('a credential for /mcp alone reaches tools over /mcp, nothing over the API, and over /mcp nothing that is no tool', async () => {
  const { token } = await createApiToken(server.db, { mcpOnly: true });
  const by = await authenticate(server.muster.services, `Bearer ${token}`);
  await expect(invoke(listing(true), by)).rejects.toMatchObject({ status: 403, code: 'mcp_only' });
  expect(await invoke(listing(true), by, undefined, { ...origin, via: 'mcp' })).toEqual({ ok: true });
  await expect(invoke(listing(false), by, undefined, { ...origin, via: 'mcp' })).rejects.toThrow('is no tool');
});

test('in tests an answer with more than its schema fails, so that no column leaves by accident', async () => {
  const by: Caller = { actor: (await caller([])).actor, scope: everything };
  const output = z.object({ clients: z.array(z.object({ name: z.string() })) });
  const leaking = (answer: unknown) =>
    endpoint({ route: 'GET /leak', summary: 'x', access: everyone, output: z.any() }, () => answer);
  const answered = (answer: unknown) => invoke({ ...leaking(answer), output }, by);
  await expect(answered({ clients: [{ name: 'a' }] })).resolves.toBeDefined();
  await expect(answered({ clients: [{ name: 'a', password_hash: 'x' }] })).rejects.toThrow('more than its schema');
  await expect(answered(new JsonText('{"clients":[],"total":1}'))).rejects.toThrow('more than its schema');
  await expect(answered({ clients: [{}] })).rejects.toThrow('outside its schema');
});

test('a refusal holds no more than the endpoint declares for its status', async () => {
  const by: Caller = { actor: (await caller([])).actor, scope: everything };
  const refusing = (body: Record<string, unknown>, refusals?: AnyEndpoint['refusals']) =>
    invoke(
      endpoint({ route: 'GET /refuse', summary: 'x', access: everyone, ...(refusals && { refusals }) }, () => {
        throw conflict('painted', 'It is painted.', body);
      }),
      by,
    );
  const refusals = { 409: z.object({ colour: z.string().optional() }) };
  await expect(refusing({ colour: 'red' }, refusals)).rejects.toMatchObject({ code: 'painted' });
  await expect(refusing({ colour: 'red', secret: 'x' }, refusals)).rejects.toThrow('more than its schema');
  await expect(refusing({ colour: 7 }, refusals)).rejects.toThrow('outside its schema');
  await expect(refusing({ colour: 'red' })).rejects.toThrow('must declare what its 409 holds');
});

test('of calls that are limited at once the others wait for their turn, and somebody else does not wait for them', async () => {
  let underWay = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const slow: AnyEndpoint = endpoint(
    {
      route: 'GET /slow',
      summary: 'x',
      access: signedIn,
      limits: [{ name: 'slow', points: 2, windowSec: 1, key: ({ actor }) => actor.id ?? '', counts: 'underWay' }],
    },
    async () => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => release.push(resolve));
      underWay -= 1;
    },
  );
  const [one, other] = [await caller([]), await caller([])];
  const run = createInvoke(server.muster.services);
  const calls = Array.from({ length: 5 }, () => run(slow, one, origin, nothing));
  await expect.poll(() => underWay).toBe(2);
  const others = run(slow, other, origin, nothing);
  await expect.poll(() => underWay).toBe(3);
  const ended = Promise.all([...calls, others]);
  const opening = setInterval(() => {
    for (const open of release.splice(0)) open();
  }, 1);
  await ended;
  clearInterval(opening);
  expect(most).toBe(3);
});
