import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDefinitions } from '../../../domain/check-runs/definitions.ts';
import { dispatch } from '../../../domain/check-runs/dispatch.ts';
import { takeOfflineReadings } from '../../../domain/check-runs/offline.ts';
import { recordResults } from '../../../domain/check-runs/record.ts';
import { resetStreaks } from '../../../domain/check-runs/reset.ts';
import { alertsOf, createCheck, instanceOf } from '../../check-fixtures.ts';
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
    const take = async (sinceGraceSec: number) => {
      await server.db.sql`update check_instances set last_result_at = null where check_id = ${checkId}`;
      await takeOfflineReadings(server.ctx, definitions, sinceGraceSec, { alertsFailed: () => {} });
      return { ...(await instance(checkId)), alerts: (await alerts(checkId)).map(({ status }) => status) };
    };
    expect(await take(-200)).toMatchObject({ status: 'ok', last_value: 0, alerts: [] });
    expect(await take(299)).toMatchObject({ status: 'ok', last_value: 299, alerts: [] });
    expect(await take(5000)).toMatchObject({ status: 'error', last_value: 3600, alerts: ['open'] });
    // After a restart: neither cleared nor raised anew.
    expect(await take(-200)).toMatchObject({ status: 'error', raised: 'error', alerts: ['open'] });
    await server.db.sql`update devices set status = 'online' where id = ${device.id}`;
    expect(await take(-200)).toMatchObject({ status: 'ok', last_value: 0, alerts: ['resolved'] });
  });
});
