/** Word of events while servers and databases end in the middle: none lost, none queued twice (ATTACKS.md 51, 53). */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemActor } from '../../domain/actor.ts';
import { type Ctx, createCtx, transaction } from '../../domain/context.ts';
import type { Notice } from '../../domain/notifications/notice.ts';
import { notify } from '../../domain/notifications/notify.ts';
import { everything } from '../../domain/scope.ts';
import { loadConfig } from '../../runtime/config.ts';
import { connect, type Sql } from '../../runtime/database.ts';
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';
import { startMuster } from '../../runtime/main.ts';
import { databaseUrl, type TestDatabase } from '../database.ts';
import { createPerson } from '../factories.ts';
import { startServer } from '../harness.ts';
import { freePort, startServerProcess } from '../server-process.ts';
import { startMailServer } from '../smtp.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { crashPostgres } from './crash-postgres.ts';

const NOTICES = 200;
const READERS = 3;
const LONG = { timeout: 60_000, interval: 100 };

const raised = (number: number): Notice => ({
  event: 'alert.raised',
  agentId: null,
  subject: { kind: 'alert', id: randomUUID() },
  details: { title: `number ${number}`, severity: 'error' },
});
const note = (ctx: Ctx) =>
  transaction({ ...ctx, work: { ...ctx.work, publish: () => undefined } }, (inside) =>
    notify(
      inside,
      Array.from({ length: NOTICES }, (_, number) => raised(number)),
    ),
  );

async function subscribe(sql: Sql): Promise<void> {
  for (let count = 0; count < READERS; count++) {
    const { id } = await createPerson({ sql } as TestDatabase, { email: `reader${count}@example.com` });
    await sql`insert into notification_subscriptions (user_id, event) values (${id}, 'alert.raised')`;
  }
}

const env = {
  RMM_SMTP_ALERTS_ALLOW_PRIVATE: 'true',
  RMM_WEBHOOKS_ALLOW_PRIVATE: 'true',
  RMM_ALERTS_HOURLY_LIMIT: '10000',
};
const relay = (port: number) => ({ host: '127.0.0.1', port, security: 'none', sender: 'alerts@example.com' });
const hook = (port: number) => ({ name: 'hook', url: `http://127.0.0.1:${port}/`, events: ['alert.raised'] });

/** The minute of each reader is over, and so is what a dead sender held. */
const hasten = async (sql: Sql) => {
  await sql`update outbox set lease_expires_at = now() - interval '1 second' where state = 'processing'`;
  await sql`update notification_windows set started_at = now() - interval '2 minutes' where exists (select 1 from notices) is false`;
};

interface Ends {
  smtp: Awaited<ReturnType<typeof startMailServer>>;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
}

/** Every reader has twenty mails and one digest of the rest, the webhook everything; repeats are told by their ids. */
function expectAll({ smtp, receiver }: Ends): void {
  for (let count = 0; count < READERS; count++) {
    const mails = smtp.mails.filter(({ to }) => to.includes(`reader${count}@example.com`));
    const byId = new Map(mails.map(({ parsed }) => [parsed.messageId, parsed.subject ?? '']));
    const subjects = [...byId.values()];
    const singles = subjects.filter((subject) => subject.includes('number'));
    expect([singles.length, new Set(singles).size]).toEqual([20, 20]);
    expect(subjects.filter((subject) => subject.includes(`${NOTICES - 20} more alerts`))).toHaveLength(1);
    expect(subjects).toHaveLength(21);
  }
  const bodies = receiver.calls.map(({ body, headers }) => [JSON.parse(body).id, headers['x-muster-delivery']].join());
  expect(new Set(bodies).size).toBe(NOTICES);
  expect(new Set(bodies.map((body) => body.split(',')[0])).size).toBe(NOTICES);
}

test('kill -9 again and again while it is told: everybody hears of everything', async () => {
  const ends: Ends = { smtp: await startMailServer(), receiver: await startReceiver() };
  const key = randomBytes(32).toString('base64');
  const first = await startServer({ ...env, RMM_SECRET_KEY: key });
  await subscribe(first.db.sql);
  await first.ok('PUT /api/config/smtp/alerts', { body: relay(ends.smtp.port) });
  await first.ok('POST /api/webhooks', { body: hook(ends.receiver.port) });
  await first.muster.stop();
  const { sql } = first.db;
  await note({ ...first.ctx, sql, work: { ...first.ctx.work, pool: sql } });
  const process = {
    ...env,
    RMM_SECRET_KEY: key,
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: first.dataDir,
    RMM_DATABASE_URL: first.db.url,
    RMM_MIGRATE_DATABASE_URL: first.db.ownerUrl,
  };
  for (const ms of [0, 30, 120, 400]) {
    const server = await startServerProcess(process);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await server.kill('SIGKILL');
    await hasten(sql);
  }
  const last = await startServerProcess(process);
  await vi.waitFor(async () => {
    await hasten(sql);
    const [left] = await sql`
      select (select count(*) from notices)::int + (select count(*) from outbox)::int
        + (select count(*) from notification_windows)::int as rows`;
    expect(left?.rows).toBe(0);
  }, LONG);
  await last.kill('SIGTERM');
  expectAll(ends);
  await first.stop();
  await ends.smtp.stop();
  await ends.receiver.stop();
}, 120_000);

test('PostgreSQL killed while it is told: everybody hears of everything', async () => {
  const ends: Ends = { smtp: await startMailServer(), receiver: await startReceiver() };
  const folder = mkdtempSync(join(tmpdir(), 'muster-fault-'));
  const log = createLog('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log });
  const muster = await startMuster(
    loadConfig({
      ...env,
      RMM_LISTEN: '127.0.0.1:0',
      RMM_CONSOLE_URL: 'http://console.test',
      RMM_DATA_DIR: join(folder, 'data'),
      RMM_DATABASE_URL: databaseUrl(postgres.appOptions),
      RMM_MIGRATE_DATABASE_URL: databaseUrl(postgres.ownerOptions),
      RMM_ADMIN_TOKEN: 'fault-test-token',
    }),
    log,
  );
  const sql = connect(postgres.ownerOptions, { max: 2 });
  const call = (method: string, path: string, body: unknown) =>
    fetch(`http://127.0.0.1:${muster.port}${path}`, {
      method,
      headers: { authorization: 'Bearer fault-test-token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await subscribe(sql);
  expect((await call('PUT', '/api/config/smtp/alerts', relay(ends.smtp.port))).status).toBe(200);
  expect((await call('POST', '/api/webhooks', hook(ends.receiver.port))).status).toBe(201);
  const origin = { requestId: null, ip: null, userAgent: null };
  await note(createCtx({ ...muster.services, actor: systemActor('test'), scope: everything, origin }));
  muster.services.publish([{ type: 'notices.noted' }]);
  for (const ms of [20, 300]) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await crashPostgres(postgres);
    await vi.waitFor(async () => expect((await call('GET', '/api/clients', undefined)).status).toBe(200), LONG);
  }
  await vi.waitFor(async () => {
    await hasten(sql);
    muster.services.publish([{ type: 'mail.queued' }]);
    const [left] = await sql`
      select (select count(*) from notices)::int + (select count(*) from outbox)::int
        + (select count(*) from notification_windows)::int as rows`;
    expect(left?.rows).toBe(0);
  }, LONG);
  expectAll(ends);
  await sql.end();
  await muster.stop();
  await postgres.stop();
  await ends.smtp.stop();
  await ends.receiver.stop();
}, 120_000);

test('a clock that jumps ahead by a day while mail is on its way does not have it sent twice', async () => {
  const smtp = await startMailServer();
  const server = await startServer(env);
  const reader = await createPerson(server.db, { email: 'ada@example.com' });
  await server.db.sql`insert into notification_subscriptions (user_id, event) values (${reader.id}, 'alert.raised')`;
  await server.ok('PUT /api/config/smtp/alerts', { body: relay(smtp.port) });
  smtp.behave('stall');
  await transaction(server.ctx, (ctx) => notify(ctx, [raised(1)]));
  await smtp.mailsTo('ada@example.com');
  server.clock.offsetMs = 24 * 3600_000; // its lease is long over by that clock
  await new Promise((resolve) => setTimeout(resolve, 15_500)); // the server's own timer looks every 15 s
  expect(smtp.mails).toHaveLength(1);
  await server.stop();
  await smtp.stop();
}, 60_000);
