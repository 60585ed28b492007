/** What leads to a notice: jobs, enrollment, presence. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../domain/context.ts';
import { enroll } from '../../../domain/devices/enroll.ts';
import { finish } from '../../../domain/jobs/ingest.ts';
import { propose } from '../../../domain/jobs/propose.ts';
import { proposeBulk } from '../../../domain/jobs/propose-bulk.ts';
import { tellPresence } from '../../../domain/notifications/presence.ts';
import { hashToken } from '../../../domain/tokens.ts';
import { createContext } from '../../context.ts';
import { createDevice, createJob, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

const MINUTE = 60_000;
let server: TestServer;
let ctx: Ctx;
/** A server that is stopped: its rows stay as the domain leaves them. */
beforeEach(async () => {
  server = await startServer();
  await server.muster.stop();
  ({ ctx } = createContext(server));
  await server.db.sql`
    insert into alert_relay (host, enabled) values ('mail.example.com', true) on conflict (single) do nothing`;
  ctx = { ...ctx, sql: server.db.sql, work: { ...ctx.work, pool: server.db.sql } };
});
afterEach(() => server.stop());

const notices = () => server.db.sql`select event, agent_id, subject_kind, subject_id, details from notices order by id`;
const quiet = () => server.db.sql`update alert_relay set enabled = false`;

describe('a job', () => {
  const job = { shell: 'bash' as const, script: 'true', description: 'Clean up', timeout_sec: 60, args: [], env: {} };

  test('that waits for approval', async () => {
    const device = await createDevice(server.db);
    await propose(ctx, { ...job, agent_id: device.id, require_approval: true });
    expect(await notices()).toMatchObject([
      {
        event: 'job.awaiting_approval',
        agent_id: device.id,
        subject_kind: 'job',
        details: { description: 'Clean up', proposed_by: 'test' },
      },
    ]);
  });

  test('of a batch, once for each company', async () => {
    const [one, two] = [await createPlace(server.db), await createPlace(server.db)];
    const devices = [
      await createDevice(server.db, one),
      await createDevice(server.db, one),
      await createDevice(server.db, two),
    ];
    const { batches } = await proposeBulk(ctx, { ...job, agent_ids: devices.map(({ id }) => id) });
    const told = await notices();
    expect(
      told.map(({ subject_kind, subject_id, details }) => [subject_kind, subject_id, details.devices]).sort(),
    ).toEqual(batches.map(({ batch_id, count }) => ['batch', batch_id, count]).sort());
  });

  test('that failed, and none that succeeded or was cancelled', async () => {
    const device = await createDevice(server.db);
    const frame = (job_id: string, changes: object) => ({
      deviceId: device.id,
      hostname: device.hostname,
      frame: {
        ...{ t: 'job.result' as const, id: randomUUID(), job_id, outcome: 'exited' as const, exit_code: 0, stdout: '' },
        ...{ output_truncated: false, error: null, started_at: null, finished_at: new Date().toISOString() },
        ...changes,
      },
    });
    const [good, bad, cancelled] = [
      await createJob(server.db, device, { status: 'running' }),
      await createJob(server.db, device, { status: 'running', description: 'Bad one' }),
      await createJob(server.db, device, { status: 'cancel_requested' }),
    ];
    await finish(ctx, [
      frame(good, {}),
      frame(bad, { exit_code: 3 }),
      frame(cancelled, { outcome: 'cancelled', exit_code: null }),
    ]);
    expect(await notices()).toMatchObject([
      { event: 'job.failed', agent_id: device.id, subject_id: bad, details: { description: 'Bad one', exit_code: 3 } },
    ]);
  });
});

test('an enrolled device, and not the same one asking again', async () => {
  const token = 'rme_some-token';
  const place = await createPlace(server.db);
  await server.db.sql`
    insert into enroll_tokens (token_hash, description, uses, uses_left, client_id, site_id, expires_at, created_by)
    values (${hashToken(token)}, 'Office', 5, 5, ${place.client_id}, ${place.site_id}, now() + interval '1 day', 'test')`;
  const facts = {
    hostname: 'new-host',
    version: '0.5.0',
    os: { family: 'linux' as const, name: 'Debian', version: '12', arch: 'x64' as const },
    boot_at: null,
    local_ips: [],
    logged_in_user: null,
    needs_reboot: false,
  };
  const asked = {
    tokenHash: hashToken(token),
    installId: randomUUID(),
    credentialHash: randomBytes(32),
    facts,
    ip: null,
  };
  const { deviceId } = await enroll(ctx, asked);
  await enroll(ctx, asked);
  expect(await notices()).toMatchObject([
    { event: 'device.enrolled', agent_id: deviceId, details: { os: 'Debian 12', enroll_token: 'Office' } },
  ]);
});

describe('presence', () => {
  const HOUR = 60 * MINUTE;
  beforeEach(() => {
    server.clock.standsAt = Date.now();
  });
  const seen = (id: string, agoMs: number, status = 'offline') =>
    server.db
      .sql`update devices set status = ${status}, last_seen_at = ${new Date(ctx.now().getTime() - agoMs)} where id = ${id}`;
  const events = async () => (await notices()).map(({ event }) => event);

  test('tells of a device once it has been away for five minutes, and once that it is back', async () => {
    const { id } = await createDevice(server.db);
    await seen(id, 5 * MINUTE - 1000);
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual([]);
    await seen(id, 5 * MINUTE);
    await tellPresence(ctx, HOUR);
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual(['device.offline']);
    await seen(id, 0, 'online');
    await tellPresence(ctx, HOUR);
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual(['device.offline', 'device.online']);
  });

  test('says nothing of a device that comes back before that', async () => {
    const { id } = await createDevice(server.db);
    await seen(id, 4 * MINUTE);
    await tellPresence(ctx, HOUR);
    await seen(id, 0, 'online');
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual([]);
  });

  test('is no storm after a restart: agents have ten minutes to come back', async () => {
    const { id } = await createDevice(server.db);
    await seen(id, 8 * HOUR);
    await tellPresence(ctx, 10 * MINUTE - 1);
    expect(await events()).toEqual([]);
    await tellPresence(ctx, 10 * MINUTE);
    expect(await events()).toEqual(['device.offline']);
  });

  test('is no storm when it is switched on: what was away before is no news, nor that it comes back', async () => {
    await quiet();
    const { id } = await createDevice(server.db);
    await seen(id, HOUR);
    await tellPresence(ctx, HOUR);
    await server.db.sql`update alert_relay set enabled = true`;
    await tellPresence(ctx, HOUR);
    await seen(id, 0, 'online');
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual([]);
  });

  test('says nothing of a revoked device', async () => {
    const { id } = await createDevice(server.db);
    await seen(id, HOUR);
    await server.db.sql`update devices set identity = 'revoked' where id = ${id}`;
    await tellPresence(ctx, HOUR);
    expect(await events()).toEqual([]);
  });
});
