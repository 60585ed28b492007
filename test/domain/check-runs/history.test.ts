import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listResults } from '../../../domain/check-runs/history.ts';
import { rolledUntil, rollUp } from '../../../domain/check-runs/roll-up.ts';
import { createCheck } from '../../check-fixtures.ts';
import { createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Results a minute apart, the newest of them `newestMs` ago. */
async function fill(checkId: string, deviceId: string, count: number, newestMs = MINUTE_MS, value = 50): Promise<void> {
  await server.db.sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output)
    select ${ago(newestMs)}::timestamptz - n * interval '1 minute', ${deviceId}, ${checkId}, uuidv7(), 'ok', ${value}::float8 + n, n::text
    from generate_series(0, ${count - 1}) n`;
}

async function checkWith(results: number, newestMs?: number): Promise<{ id: string; agent_id: string }> {
  const device = await createDevice(server.db, await createPlace(server.db));
  const id = await createCheck(server, device.id);
  await fill(id, device.id, results, newestMs);
  return { id, agent_id: device.id };
}

const get = (id: string, query: Record<string, string | number> = {}, token?: string) =>
  server.call('GET /api/checks/:id/results', { params: { id }, query, ...(token !== undefined && { token }) });

describe('the history of a check', () => {
  test('comes newest first, page by page, however long ago it was', async () => {
    const { id, agent_id } = await checkWith(25);
    await fill(id, agent_id, 5, 40 * 24 * HOUR_MS);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await get(id, { agent_id, limit: 7, ...(cursor !== undefined && { cursor }) });
      expect(body.results.length).toBeLessThanOrEqual(7);
      seen.push(...body.results.map(({ at }: { at: string }) => at));
      cursor = body.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(30);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  test('is not looked for on each device through ten years where there is none, or no more', async () => {
    let windows = 0;
    const sql = new Proxy(server.ctx.sql, {
      apply: (target, self, args) => {
        if (String(args[0]).includes('cross join lateral')) windows += 1;
        return Reflect.apply(target, self, args);
      },
    });
    const { id } = await checkWith(0);
    expect(await listResults({ ...server.ctx, sql }, id, { limit: 200 })).toEqual({ results: [] });
    expect(windows).toBe(1);
    windows = 0;
    const other = await checkWith(3);
    const { results } = await listResults({ ...server.ctx, sql }, other.id, { limit: 200 });
    expect(results).toHaveLength(3);
    expect(windows).toBeLessThanOrEqual(2);
  });

  test('holds all devices on which it runs, unless one is named', async () => {
    const place = await createPlace(server.db);
    const [one, other] = [await createDevice(server.db, place), await createDevice(server.db, place)];
    const [policy] = await server.db.sql<{ id: string }[]>`insert into policies (name) values ('p') returning id`;
    await server.db
      .sql`insert into policy_assignments (policy_id, scope_type, scope_id) values (${policy?.id ?? ''}, 'client', ${place.client_id})`;
    const id = await createCheck(server, one.id, { agent_id: null, policy_id: policy?.id ?? '' });
    await fill(id, one.id, 3);
    await fill(id, other.id, 3, MINUTE_MS * 1.5);
    const all = await get(id);
    expect(all.body.results.map(({ agent_id }: { agent_id: string }) => agent_id)).toEqual([
      ...[one.id, other.id, one.id, other.id, one.id, other.id],
    ]);
    const mine = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: other.id }] });
    const scoped = await get(id, {}, mine.token);
    expect(new Set(scoped.body.results.map(({ agent_id }: { agent_id: string }) => agent_id))).toEqual(
      new Set([other.id]),
    );
    expect((await get(id, { agent_id: one.id }, mine.token)).body.results).toEqual([]);
    expect((await get(id, { agent_id: one.id, since: ago(HOUR_MS).toISOString() }, mine.token)).body.points).toEqual(
      [],
    );
  });

  test('ends before until', async () => {
    const { id, agent_id } = await checkWith(10);
    const { body } = await get(id, { agent_id, until: ago(5.5 * MINUTE_MS).toISOString() });
    expect(body.results.map(({ output }: { output: string }) => output)).toEqual(['5', '6', '7', '8', '9']);
  });

  test('refuses a cursor of another list, a chart without a device and one that ends before it begins', async () => {
    const { id, agent_id } = await checkWith(1);
    expect(await get(id, { cursor: 'eyJ4IjoxfQ' })).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    expect(await get(id, { since: ago(HOUR_MS).toISOString() })).toMatchObject({ status: 400 });
    expect(await get(id, { agent_id, since: ago(0).toISOString(), until: ago(HOUR_MS).toISOString() })).toMatchObject({
      status: 400,
    });
  });
});

describe('the chart of a check', () => {
  test('gathers readings into points: what came late is left out, what timed out is unknown', async () => {
    const { id, agent_id } = await checkWith(60);
    await server.db.sql`
      insert into check_results (at, device_id, check_id, execution_id, status, value, timed_out, late) values
      (now() - interval '30 minutes', ${agent_id}, ${id}, uuidv7(), 'unknown', null, true, false),
      (now() - interval '30 minutes', ${agent_id}, ${id}, uuidv7(), 'error', 1000, false, true)`;
    const { body } = await get(id, { agent_id, since: ago(24 * HOUR_MS).toISOString() });
    expect(body.step_sec).toBe(120);
    const sum = (key: string) =>
      body.points.reduce((total: number, point: Record<string, number>) => total + (point[key] ?? 0), 0);
    expect([sum('samples'), sum('unknowns'), sum('errors')]).toEqual([61, 1, 0]);
    expect(Math.max(...body.points.map(({ maximum }: { maximum: number }) => maximum))).toBe(109);
  });

  test('has at most a thousand points over 90 days, from hours that were rolled up and what came since', async () => {
    const { id, agent_id } = await checkWith(6 * 60);
    const before = await rolledUntil(server.ctx);
    await server.db
      .sql`insert into rolled_hours (hour, rolled_at) values (date_trunc('hour', now()) - interval '8 hours', now()) on conflict do nothing`;
    expect(await rollUp(server.ctx)).toBeGreaterThanOrEqual(6);
    expect((await rolledUntil(server.ctx)).getTime()).toBeGreaterThan(before.getTime());
    const { body } = await get(id, { agent_id, since: ago(90 * 24 * HOUR_MS).toISOString() });
    expect(body.step_sec).toBe(10_800);
    const samples = body.points.reduce((total: number, point: { samples: number }) => total + point.samples, 0);
    expect(samples).toBe(360);
    const average =
      body.points.reduce(
        (total: number, point: { samples: number; average: number }) => total + point.average * point.samples,
        0,
      ) / samples;
    expect(average).toBeCloseTo(50 + 359 / 2, 6);
  });

  test('is the same when its hours are rolled up again, as after a clock that stood ahead', async () => {
    const { id, agent_id } = await checkWith(3 * 60);
    await server.db.sql`delete from rolled_hours where hour > now() - interval '6 hours'`;
    await rollUp(server.ctx);
    server.clock.offsetMs = 24 * HOUR_MS;
    await rollUp(server.ctx);
    server.clock.offsetMs = 0;
    await rollUp(server.ctx);
    expect((await rolledUntil(server.ctx)).getTime()).toBeLessThanOrEqual(Date.now());
    const { body } = await get(id, { agent_id, since: ago(60 * 24 * HOUR_MS).toISOString() });
    expect(body.points.reduce((total: number, point: { samples: number }) => total + point.samples, 0)).toBe(180);
  });
});

describe('the health of a device', () => {
  test('is told by samples for a day, and by hours for longer', async () => {
    const device = await createDevice(server.db);
    await server.db.sql`
      insert into device_health (at, device_id, cpu_percent, memory_percent)
      select now() - n * interval '1 minute', ${device.id}, 40, n % 2 * 100 from generate_series(1, 240) n`;
    const metrics = (query = {}) => server.call('GET /api/devices/:id/metrics', { params: { id: device.id }, query });
    const day = (await metrics()).body;
    expect(day.step_sec).toBe(120);
    expect(day.samples.length).toBeGreaterThan(110);
    expect(day.samples[5]).toEqual({
      ...{ at: expect.any(String), cpu_percent: 40, memory_percent: 50, disk_percent: null },
      ...{ received_bytes_per_sec: null, sent_bytes_per_sec: null },
    });
    await server.db.sql`delete from rolled_hours`;
    await rollUp(server.ctx);
    const month = (await metrics({ since: ago(30 * 24 * HOUR_MS).toISOString() })).body;
    expect(month.step_sec).toBe(3600);
    expect(month.samples.at(-1)).toMatchObject({ cpu_percent: 40 });
  });
});
