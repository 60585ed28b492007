/** From what happened to what a receiver gets, and what becomes of it when that fails. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import type { Notice } from '../../../domain/notifications/notice.ts';
import { notify } from '../../../domain/notifications/notify.ts';
import { expireDeliveries } from '../../../domain/webhooks/deliveries.ts';
import { createDevice, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

const MINUTE = 60_000;
const SECRET = 'a-secret-of-my-own';
let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer({ RMM_WEBHOOKS_ALLOW_PRIVATE: 'true', RMM_INSTANCE_NAME: 'Lab' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await receiver?.stop();
  receiver = await startReceiver();
  server.clock.offsetMs = 0;
  await server.db.sql`delete from webhooks`;
});
afterAll(() => receiver.stop());

const url = (path: string, at = receiver) => `http://127.0.0.1:${at.port}${path}`;
const add = (path: string, more: object = {}) =>
  server.ok('POST /api/webhooks', {
    body: { name: path, url: url(path), events: ['alert.raised'], secret: SECRET, ...more },
  });
const note = (notices: Notice[]) => transaction(server.ctx, (ctx) => notify(ctx, notices));
const raised = (agentId: string | null = null, more: Partial<Notice> = {}): Notice => ({
  event: 'alert.raised',
  agentId,
  subject: { kind: 'alert', id: crypto.randomUUID() },
  details: { title: 'Disk full', severity: 'error' },
  ...more,
});
const wake = (ms = 0) => {
  server.clock.offsetMs += ms;
  server.muster.services.publish([{ type: 'mail.queued' }]);
};
const deliveries = async (id: string) =>
  (await server.ok('GET /api/webhooks/:id/deliveries', { params: { id } })).deliveries;
const becomes = (id: string, expected: object[]) =>
  vi.waitFor(async () => expect(await deliveries(id)).toMatchObject(expected), { timeout: 10_000, interval: 20 });

test('an event reaches each webhook that wants it, signed, as one JSON object', async () => {
  const place = await createPlace(server.db);
  const device = await createDevice(server.db, place);
  const { id } = await add('/one');
  await add('/two', { events: ['alert.raised', 'job.failed'] });
  await add('/other', { events: ['job.failed'] });
  await add('/off', { enabled: false });
  const notice = raised(device.id);
  await note([notice]);
  const [call] = await receiver.callsTo('/one');
  await receiver.callsTo('/two');
  if (!call) throw new Error('nothing came');
  const { headers, body } = call;
  expect(JSON.parse(body)).toEqual({
    id: expect.any(String),
    event: 'alert.raised',
    at: expect.stringMatching(/Z$/),
    instance: 'Lab',
    device: { id: device.id, hostname: device.hostname, ...place },
    subject: { ...notice.subject, url: `http://console.test/alerts/${notice.subject.id}` },
    details: notice.details,
  });
  const signed = createHmac('sha256', SECRET).update(`${headers['x-muster-timestamp']}.${body}`).digest('hex');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-muster-event': 'alert.raised',
    'x-muster-signature': `sha256=${signed}`,
  });
  await becomes(id, [{ event: 'alert.raised', state: 'delivered', attempts: 1, status: 200, error: null }]);
  expect((await deliveries(id))[0]?.id).toBe(headers['x-muster-delivery']);
  expect(receiver.calls.map(({ path }) => path).sort()).toEqual(['/one', '/two']);
});

test('the shell lines of docs/webhooks.md tell a genuine delivery from a changed one', async () => {
  await add('/shell');
  await note([raised()]);
  const [call] = await receiver.callsTo('/shell');
  const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
  const [, lines = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'muster-webhook-'));
  const env = {
    ...{ PATH: process.env.PATH, SECRET },
    TIMESTAMP: String(call?.headers['x-muster-timestamp']),
    SIGNATURE: String(call?.headers['x-muster-signature']),
  };
  const judge = (body: string) => {
    writeFileSync(join(folder, 'body'), body);
    return spawnSync('sh', ['-c', lines], { cwd: folder, env, encoding: 'utf8' }).stdout;
  };
  expect(judge(call?.body ?? '')).toBe('genuine\n');
  expect(judge(`${call?.body} `)).toBe('');
  rmSync(folder, { recursive: true });
});

describe('a receiver that', () => {
  test('answers 500 is asked again after 1, 5, 15 and 60 minutes, with the same id and text, and then no more', async () => {
    receiver.behave(500);
    const { id } = await add('/broken');
    await note([raised()]);
    for (const [index, minutes] of [1, 5, 15, 60].entries()) {
      await becomes(id, [{ state: 'pending', attempts: index + 1, error: 'It answered 500. receiver says no' }]);
      wake(minutes * MINUTE);
    }
    await becomes(id, [{ state: 'failed', attempts: 5, next_attempt_at: null }]);
    const calls = await receiver.callsTo('/broken', 5);
    expect(calls).toHaveLength(5);
    expect(new Set(calls.map(({ headers }) => headers['x-muster-delivery'])).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    const [webhook] = (await server.ok('GET /api/webhooks')).webhooks;
    expect(webhook).toMatchObject({ last_status: 500, waiting: 0 });
    expect(await server.db.sql`select payload from outbox where webhook_id = ${id}`).toEqual([{ payload: '' }]);
  });

  test.each(['die', { location: 'http://127.0.0.1:1/' }] as const)(
    'does %j gets it again a minute later',
    async (manner) => {
      receiver.behave(manner);
      const { id } = await add('/again');
      await note([raised()]);
      await becomes(id, [{ state: 'pending', attempts: 1 }]);
      receiver.behave(200);
      wake(MINUTE);
      await becomes(id, [{ state: 'delivered', attempts: 2 }]);
    },
  );

  test('stalls has two connections at a time and holds up no other webhook', async () => {
    const stalled = await startReceiver();
    stalled.behave('stall');
    await add('/slow', { url: url('/slow', stalled) });
    const { id } = await add('/prompt');
    await note(Array.from({ length: 10 }, () => raised()));
    await receiver.callsTo('/prompt', 10);
    await becomes(
      id,
      Array.from({ length: 10 }, () => ({ state: 'delivered' })),
    );
    await stalled.callsTo('/slow', 2);
    expect(stalled.calls).toHaveLength(2);
    await server.db.sql`delete from webhooks`;
    await stalled.stop();
  });
});

describe('what waits for a webhook', () => {
  test('that is disabled is held, and leaves once it is enabled again', async () => {
    receiver.behave(500);
    const { id } = await add('/held');
    await note([raised()]);
    await becomes(id, [{ state: 'pending', attempts: 1 }]);
    await server.ok('PATCH /api/webhooks/:id', { params: { id }, body: { enabled: false } });
    receiver.behave(200);
    wake(60 * MINUTE);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await deliveries(id)).toMatchObject([{ state: 'pending' }]);
    await note([raised()]); // not queued: it is off
    await server.ok('PATCH /api/webhooks/:id', { params: { id }, body: { enabled: true } });
    await becomes(id, [{ state: 'delivered' }]);
    expect(receiver.calls).toHaveLength(2);
  });

  test('that is deleted is dropped', async () => {
    receiver.behave(500);
    const { id } = await add('/gone');
    await note([raised()]);
    await becomes(id, [{ state: 'pending', attempts: 1 }]);
    await server.ok('DELETE /api/webhooks/:id', { params: { id } });
    expect(await server.db.sql`select from outbox where webhook_id = ${id}`).toEqual([]);
  });

  test('is counted in the metrics, with its age', async () => {
    receiver.behave(500);
    const { id } = await add('/counted');
    await note([raised(), raised()]);
    await becomes(id, [{ attempts: 1 }, { attempts: 1 }]);
    server.clock.offsetMs += 30_000;
    // Gauges are 0 while the database is slow to answer.
    await vi.waitFor(
      async () => {
        const metrics = await server.muster.services.instance.metrics();
        expect(metrics).toContain('rmm_notifications_pending 2');
        expect(metrics).toContain('rmm_notifications_processing 0');
        expect(Number(/^rmm_notifications_oldest_pending_seconds (\S+)/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(
          30,
        );
        expect(metrics).toMatch(/rmm_webhook_deliveries_total\{outcome="retry"\} \d/);
      },
      { timeout: 10_000 },
    );
  });
});

test('of delivered ones the last hundred are kept', async () => {
  const { id } = await add('/many');
  await server.db.sql`
    insert into webhook_deliveries (id, webhook_id, event, attempts, status, created_at, delivered_at)
    select uuidv7(), ${id}, 'x' || n, 1, 200, now(), now() from generate_series(1, 130) n`;
  expect(await expireDeliveries(server.ctx)).toBe(30);
  const kept = await server.db.sql<
    { event: string }[]
  >`select event from webhook_deliveries where webhook_id = ${id} order by id`;
  expect([kept.length, kept[0]?.event]).toEqual([100, 'x31']);
  expect(await expireDeliveries(server.ctx)).toBe(0);
});
