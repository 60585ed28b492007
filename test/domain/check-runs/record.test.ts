import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDefinitions } from '../../../domain/check-runs/definitions.ts';
import { dispatch } from '../../../domain/check-runs/dispatch.ts';
import { refreshInstances } from '../../../domain/check-runs/effective.ts';
import { takeOfflineReadings } from '../../../domain/check-runs/offline.ts';
import { recordResults } from '../../../domain/check-runs/record.ts';
import { resetStreaks } from '../../../domain/check-runs/reset.ts';
import { transaction } from '../../../domain/context.ts';
import { alertsOf, createCheck, instanceOf } from '../../check-fixtures.ts';
import { createContext } from '../../context.ts';
import { createDevice } from '../../factories.ts';
import { checkResult } from '../../fleet.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const instance = (checkId: string) => instanceOf(server, checkId);
const alerts = (checkId: string) => alertsOf(server, checkId);

describe('a resolve by hand', () => {
  test('while a result is being judged makes it be judged again, from new streaks', async () => {
    const device = await createDevice(server.db);
    const checkId = await createCheck(server, device.id, { failure_count: 2, cooldown_sec: 600 });
    const [run] = await dispatch(server.ctx, createDefinitions(), [{ deviceId: device.id, checkId }]);
    await server.db.sql`update check_instances set failures = 1 where check_id = ${checkId}`;
    const definitions = createDefinitions();
    let reset = false;
    // Between the reading of the instances and their writing.
    const racing = {
      ...definitions,
      get: async (...args: Parameters<typeof definitions.get>) => {
        if (!reset) await resetStreaks(server.ctx, [{ checkId, agentId: device.id }]);
        reset = true;
        return definitions.get(...args);
      },
    };
    const frame = checkResult({ execution_id: run?.executionId ?? '', check_id: checkId }, { value: 95 });
    if (frame.t !== 'check.result') throw new Error('not a result');
    expect(
      await recordResults(server.ctx, racing, [{ deviceId: device.id, frame }], { alertsFailed: () => {} }),
    ).toEqual(['recorded']);
    expect(await instance(checkId)).toMatchObject({ failures: 1, raised: null });
    expect(await alerts(checkId)).toEqual([]);
  });
});

/** A reading of the check, all the way. */
async function take(checkId: string, deviceId: string, value: number, ctx = server.ctx) {
  const [run] = await dispatch(server.ctx, createDefinitions(), [{ deviceId, checkId }]);
  const frame = checkResult({ execution_id: run?.executionId ?? '', check_id: checkId }, { value });
  if (frame.t !== 'check.result') throw new Error('not a result');
  const received = { deviceId, frame };
  return recordResults(ctx, createDefinitions(), [received], { alertsFailed: () => {} });
}

describe('a reading', () => {
  test('hints consoles at the check and the device when their status changes, and not otherwise', async () => {
    const device = await createDevice(server.db);
    const checkId = await createCheck(server, device.id);
    const { ctx, events } = createContext(server);
    const hints = () => events.splice(0).filter((event) => event.type === 'changed' && event.noun === 'check_results');
    await take(checkId, device.id, 10, ctx);
    expect(hints()).toMatchObject([{ ids: [checkId, device.id] }]);
    await take(checkId, device.id, 11, ctx);
    expect(hints()).toEqual([]);
    await take(checkId, device.id, 85, ctx);
    expect(hints()).toHaveLength(1);
  });

  test('raises, repeats, gets worse and clears one alert, by the rules of the check', async () => {
    const device = await createDevice(server.db);
    const checkId = await createCheck(server, device.id, { failure_count: 2, recovery_count: 2, hysteresis: 10 });
    const alertAfter = async (...values: number[]) => {
      for (const value of values) expect(await take(checkId, device.id, value)).toEqual(['recorded']);
      const [alert] = await alerts(checkId);
      return alert && `${alert.status} ${alert.severity} ${alert.occurrences}`;
    };
    expect(await alertAfter(85)).toBeUndefined();
    expect(await alertAfter(85)).toBe('open warning 1');
    expect(await alertAfter(85, 95)).toBe('open error 3');
    expect(await alertAfter(75, 75, 70)).toBe('open error 3');
    expect(await alertAfter(70)).toBe('resolved error 3');
    expect(await alertAfter(95, 95)).toBe('open error 4');
  });

  test('comes twice in one batch and counts once', async () => {
    const device = await createDevice(server.db);
    const checkId = await createCheck(server, device.id, { failure_count: 5 });
    const [run] = await dispatch(server.ctx, createDefinitions(), [{ deviceId: device.id, checkId }]);
    const frame = checkResult({ execution_id: run?.executionId ?? '', check_id: checkId }, { value: 95 });
    if (frame.t !== 'check.result') throw new Error('not a result');
    const received = { deviceId: device.id, frame };
    const strange = { deviceId: device.id, frame: { ...frame, execution_id: '0190a7f2-0000-7000-8000-000000000001' } };
    expect(
      await recordResults(server.ctx, createDefinitions(), [received, strange, received, strange], {
        alertsFailed: () => {},
      }),
    ).toEqual(['recorded', 'refused', 'repeat', 'refused']);
    expect(await instance(checkId)).toMatchObject({ failures: 1 });
  });

  test('of a thousand checks at once makes a thousand rows and a thousand alerts', async () => {
    const device = await createDevice(server.db);
    await server.db.sql`
      insert into checks (type, name, agent_id, warn_threshold, failure_count, interval_sec)
      select 'memory', 'Many ' || n, ${device.id}, 50, 1, 60 from generate_series(1, 1000) n`;
    await refreshInstances(server.ctx);
    const pairs = await server.db.sql<{ deviceId: string; checkId: string }[]>`
      select device_id as "deviceId", check_id as "checkId" from check_instances where device_id = ${device.id}`;
    const definitions = createDefinitions();
    const sent = await dispatch(server.ctx, definitions, pairs);
    expect(sent).toHaveLength(1000);
    expect(await dispatch(server.ctx, definitions, pairs)).toEqual([]);
    const received = sent.flatMap(({ deviceId, checkId: check_id, executionId: execution_id }) => {
      const frame = checkResult({ check_id, execution_id }, { value: 80 });
      return frame.t === 'check.result' ? [{ deviceId, frame }] : [];
    });
    const recorded = await recordResults(server.ctx, definitions, received, { alertsFailed: () => {} });
    expect(new Set(recorded)).toEqual(new Set(['recorded']));
    const [counts] = await server.db.sql`
      select (select count(*)::int from check_results where device_id = ${device.id}) as results,
        (select count(*)::int from alerts where agent_id = ${device.id}) as alerts`;
    expect(counts).toEqual({ results: 1000, alerts: 1000 });
  });
});

describe('whether a device is offline', () => {
  test('is told by the server, and nothing of a time before it could have come back', async () => {
    const device = await createDevice(server.db);
    await server.db.sql`update devices set last_seen_at = now() - interval '1 hour' where id = ${device.id}`;
    const checkId = await createCheck(server, device.id, {
      type: 'offline',
      config: {},
      warn_threshold: null,
      err_threshold: 300,
      interval_sec: 3600,
    });
    const definitions = createDefinitions();
    const takeAll = async (sinceGraceSec: number) => {
      // As one: the server's own round, which knows another grace, must not come to it in between.
      await transaction(server.ctx, async (inside) => {
        await inside.sql`update check_instances set last_result_at = null where check_id = ${checkId}`;
        await takeOfflineReadings(inside, definitions, sinceGraceSec, { alertsFailed: () => {} });
      });
      return { ...(await instance(checkId)), alerts: (await alerts(checkId)).map(({ status }) => status) };
    };
    expect(await takeAll(-200)).toMatchObject({ status: 'ok', last_value: 0, alerts: [] });
    expect(await takeAll(299)).toMatchObject({ status: 'ok', last_value: 299, alerts: [] });
    expect(await takeAll(5000)).toMatchObject({ status: 'error', last_value: 3600, alerts: ['open'] });
    // After a restart: neither cleared nor raised anew.
    expect(await takeAll(-200)).toMatchObject({ status: 'error', raised: 'error', alerts: ['open'] });
    await server.db.sql`update devices set status = 'online' where id = ${device.id}`;
    expect(await takeAll(-200)).toMatchObject({ status: 'ok', last_value: 0, alerts: ['resolved'] });
  });
});
