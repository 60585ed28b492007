import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reseal } from '../../../domain/reseal.ts';
import { createSecretBox } from '../../../runtime/secret-box.ts';
import { createWebhookSender } from '../../../runtime/webhook-sender.ts';
import { createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

const KEY = randomBytes(32);
/** What names lead to. */
const names: Record<string, string[]> = { 'hook.example.com': ['8.8.8.8'], 'other.example.com': ['1.1.1.1'] };
const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('ENOTFOUND'));
let server: TestServer;
/** One that may reach private addresses. */
let lenient: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const outside = { webhooks: createWebhookSender({ resolve }) };
  server = await startServer({ RMM_SECRET_KEY: KEY.toString('base64') }, outside);
  lenient = await startServer({ RMM_WEBHOOKS_ALLOW_PRIVATE: 'true', RMM_INSTANCE_NAME: 'Lab' });
});
afterAll(async () => {
  await server.stop();
  await lenient.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.behave(200);
  await server.db.sql`delete from webhooks`;
  await lenient.db.sql`delete from webhooks`;
});

const hook = { name: 'Chat', url: 'https://hook.example.com/in?key=1', events: ['alert.raised', 'job.failed'] };
const create = (body: object = {}, at = server) => at.call('POST /api/webhooks', { body: { ...hook, ...body } });
const made = async (body: object = {}, at = server) => (await create(body, at)).body;
const edit = (id: string, body: object) => server.call('PATCH /api/webhooks/:id', { params: { id }, body });
const stored = async () => (await server.db.sql`select url, secret, events from webhooks`)[0];

describe('a webhook', () => {
  test('is made with a secret of the server, which is shown once and stored sealed', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...hook,
      enabled: true,
      waiting: 0,
      last_status: null,
      created_by: 'bootstrap token',
    });
    expect(body.secret).toMatch(/^rmw_[\w-]{43}$/);
    const { webhooks } = await server.ok('GET /api/webhooks');
    expect(webhooks).toMatchObject([{ id: body.id, name: 'Chat' }]);
    expect(JSON.stringify(webhooks)).not.toContain(body.secret);
    expect((await stored())?.secret).not.toContain(body.secret);
  });

  test('takes a secret that is given, and does not show it', async () => {
    const { body } = await create({ secret: 'a-secret-of-my-own' });
    expect(body.secret).toBeUndefined();
  });

  test('is changed field by field; what is not named stays', async () => {
    const { id } = await made();
    const { status, body } = await edit(id, { name: 'Pager', enabled: false });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Pager', url: hook.url, enabled: false } });
    expect(body.secret).toBeUndefined();
    expect((await edit(id, { events: ['device.offline', 'device.offline'] })).body.events).toEqual(['device.offline']);
  });

  test('goes to another URL only with its secret again, or with a new one', async () => {
    const { id } = await made();
    const before = await stored();
    const moved = { url: 'https://other.example.com/' };
    expect(await edit(id, moved)).toMatchObject({ status: 400, body: { code: 'secret_required' } });
    expect(await stored()).toEqual(before);
    expect(await edit(id, { url: hook.url, name: 'x' })).toMatchObject({ status: 200 });
    expect(await edit(id, { ...moved, secret: 'a-secret-of-my-own' })).toMatchObject({ status: 200, body: moved });
    expect((await edit(id, { secret: null })).body.secret).toMatch(/^rmw_/);
  });

  test.each([
    ['not a url', 'invalid_input'],
    ['ftp://hook.example.com/', 'invalid_input'],
    ['https://user:pass@hook.example.com/', 'invalid_input'],
    ['https://hook.example.com/#x', 'invalid_input'],
    ['http://hook.example.com/', 'webhook_https_required'],
    ['https://nowhere.example.com/', 'webhook_host_not_found'],
    ['https://inside.example.com/', 'webhook_address_refused'],
  ])('cannot have the URL %s', async (url, code) => {
    names['inside.example.com'] = ['10.0.0.5'];
    expect(await create({ url })).toMatchObject({ status: 400, body: { code, issues: [{ path: 'url' }] } });
    const { id } = await made();
    expect(await edit(id, { url, secret: null })).toMatchObject({ status: 400, body: { code } });
  });

  test('says of a private address and of plain http which variable would let them in', async () => {
    names['inside.example.com'] = ['10.0.0.5'];
    for (const url of ['http://inside.example.com/', 'https://inside.example.com/']) {
      const { body } = await create({ url });
      expect(body.error).toMatch(/\burl\b.*RMM_WEBHOOKS_ALLOW_PRIVATE=true\.$/);
    }
  });

  test.each([
    ['no events', { events: [] }],
    ['an unknown event', { events: ['alert.unheard'] }],
    ['a short secret', { secret: 'short' }],
    ['a secret of two lines', { secret: 'a secret with\nlines in it' }],
    ['no name', { name: ' ' }],
  ])('cannot have %s', async (_what, body) => {
    expect((await create(body)).status).toBe(400);
  });

  test('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count++) expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_webhooks' } });
  });

  test('is deleted with what waits for it, and the trail says how much that was', async () => {
    const { id } = await made();
    await server.db.sql`
      insert into outbox (transport, kind, recipient, webhook_id, payload, next_attempt_at)
      select 'webhooks', 'alert.raised', 'x', ${id}, 'x', now() + interval '1 hour' from generate_series(1, 3)`;
    expect((await server.call('DELETE /api/webhooks/:id', { params: { id } })).status).toBe(204);
    expect(await server.db.sql`select from outbox where webhook_id = ${id}`).toEqual([]);
    const [entry] = await server.db.sql`
      select target_name, details from audit_entries where action = 'webhook.delete' and target_id = ${id}`;
    expect(entry).toEqual({ target_name: 'Chat', details: { host: 'hook.example.com', dropped: 3 } });
  });

  test('leaves a trail without its path and secret', async () => {
    const { id, secret } = await made();
    await edit(id, { name: 'Pager' });
    const entries = await server.db.sql`select action, details from audit_entries where target_id = ${id} order by id`;
    expect(entries).toEqual([
      { action: 'webhook.create', details: { host: 'hook.example.com', events: hook.events } },
      { action: 'webhook.update', details: { host: 'hook.example.com', fields: ['name'], enabled: true } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test.each(['PATCH', 'DELETE'])('404 to %s one that is not there', async (method) => {
    const params = { id: crypto.randomUUID() };
    const body = method === 'PATCH' ? {} : undefined;
    expect((await server.call(`${method} /api/webhooks/:id`, { params, body })).status).toBe(404);
    expect((await server.call('POST /api/webhooks/:id/test', { params })).status).toBe(404);
    expect((await server.call('GET /api/webhooks/:id/deliveries', { params })).status).toBe(404);
  });

  test('is nothing for whoever has an access scope', async () => {
    const { client_id } = await createPlace(server.db);
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
    expect((await server.call('GET /api/webhooks', { token })).status).toBe(403);
    expect((await server.call('POST /api/webhooks', { token, body: hook })).status).toBe(403);
  });

  test('has its secret sealed anew when the key is rotated', async () => {
    await made({ secret: 'a-secret-of-my-own' });
    const before = await stored();
    const secrets = createSecretBox([randomBytes(32), KEY], randomBytes);
    expect(await reseal({ ...server.ctx, secrets })).toBeGreaterThanOrEqual(1);
    expect((await stored())?.secret).not.toBe(before?.secret);
    expect(await reseal({ ...server.ctx, secrets })).toBe(0);
  });
});

describe('a test', () => {
  const local = async (body: object = {}) =>
    made({ url: `http://127.0.0.1:${receiver.port}/test`, secret: 'a-secret-of-my-own', ...body }, lenient);
  const run = (id: string) => lenient.ok('POST /api/webhooks/:id/test', { params: { id } });

  test('posts at once, signed, and tells how it went', async () => {
    const { id } = await local({ enabled: false });
    expect(await run(id)).toMatchObject({ delivered: true, status: 200, error: null });
    const call = (await receiver.callsTo('/test')).at(-1);
    const body = call?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ event: 'test', instance: 'Lab', details: { name: 'Chat' } });
    const timestamp = String(call?.headers['x-muster-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
    const expected = createHmac('sha256', 'a-secret-of-my-own').update(`${timestamp}.${body}`).digest('hex');
    expect(call?.headers['x-muster-signature']).toBe(`sha256=${expected}`);
    expect(call?.headers['x-muster-event']).toBe('test');
    const { webhooks } = await lenient.ok('GET /api/webhooks');
    expect(webhooks).toMatchObject([{ last_status: 200, last_error: null }]);
  });

  test('says what the receiver said', async () => {
    const { id } = await local();
    receiver.behave(500);
    expect(await run(id)).toMatchObject({ delivered: false, status: 500, error: 'It answered 500. receiver says no' });
    receiver.behave({ location: 'http://127.0.0.1/' });
    expect(await run(id)).toMatchObject({
      delivered: false,
      status: 302,
      error: 'It answered 302. Redirects are not followed.',
    });
    const { webhooks } = await lenient.ok('GET /api/webhooks');
    expect(webhooks[0]?.last_error).toContain('302');
  });

  test('judges the address anew: a name that leads home by now is not connected to', async () => {
    const { id } = await made();
    names['hook.example.com'] = ['127.0.0.1'];
    const answer = await server.ok('POST /api/webhooks/:id/test', { params: { id } });
    names['hook.example.com'] = ['8.8.8.8'];
    expect(answer).toMatchObject({ delivered: false, status: null });
    expect(answer.error).toContain('leads to 127.0.0.1, which is a private');
  });

  test('is limited', async () => {
    const { id } = await local();
    const person = await createPerson(lenient.db);
    for (let count = 0; count < 30; count++)
      await lenient.ok('POST /api/webhooks/:id/test', { params: { id }, token: person.token });
    expect((await lenient.call('POST /api/webhooks/:id/test', { params: { id }, token: person.token })).status).toBe(
      429,
    );
  });
});
