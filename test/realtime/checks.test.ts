import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDefinitions } from '../../domain/check-runs/definitions.ts';
import { dispatch } from '../../domain/check-runs/dispatch.ts';
import { alertsOf, createCheck, historyOf, instanceOf } from '../check-fixtures.ts';
import { createDevice, createPerson, type MadeDevice } from '../factories.ts';
import { type Check, checkResult, connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
const agents: SimulatedAgent[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server.stop();
});

async function connect(device: MadeDevice, check?: Check): Promise<SimulatedAgent> {
  const url = `${server.url.replace('http', 'ws')}/ws/agent`;
  const agent = await connectAgent({
    url,
    device: { credential: device.credential, facts: simulatedFacts(device.hostname) },
    check,
  });
  agents.push(agent);
  return agent;
}

async function newAgent(check?: Check): Promise<{ device: MadeDevice; agent: SimulatedAgent }> {
  const device = await createDevice(server.db);
  return { device, agent: await connect(device, check) };
}

const instance = (checkId: string) => instanceOf(server, checkId);
const history = (checkId: string) => historyOf(server, checkId);
const alerts = (checkId: string) => alertsOf(server, checkId);

describe('a check of a connected device', () => {
  test('is sent, answered, kept and told as an alert', async () => {
    const { device, agent } = await newAgent(() => ({ value: 95, output: '/ is 95 % full' }));
    const checkId = await createCheck(server, device.id);
    const run = await agent.next('check.run');
    expect(run).toEqual({
      t: 'check.run',
      execution_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      check_id: checkId,
      type: 'diskspace',
      config: { mount: 'all' },
      timeout_sec: 60,
    });
    await agent.next('ack', ({ id }) => id === `${run.execution_id}:result`);
    expect(await instance(checkId)).toMatchObject({
      ...{ status: 'error', failures: 1, raised: 'error', last_value: 95, last_output: '/ is 95 % full' },
      ...{ execution_id: null, ended_execution_id: run.execution_id },
    });
    expect(await history(checkId)).toEqual([
      {
        execution_id: run.execution_id,
        status: 'error',
        value: 95,
        output: '/ is 95 % full',
        timed_out: false,
        late: false,
      },
    ]);
    expect(await alerts(checkId)).toEqual([
      {
        ...{
          kind: 'check',
          status: 'open',
          severity: 'error',
          occurrences: 1,
          observed_value: 95,
          threshold_value: 90,
        },
        message: '/ is 95 % full',
      },
    ]);
  });

  test('has one execution at a time, which is sent again after a reconnect', async () => {
    const { device, agent } = await newAgent();
    const checkId = await createCheck(server, device.id);
    const run = await agent.next('check.run');
    await agent.close();
    const again = await connect(device, () => ({ value: 10 }));
    expect(await again.next('check.run')).toEqual(run);
    await again.next('ack', ({ id }) => id === `${run.execution_id}:result`);
    expect(await history(checkId)).toHaveLength(1);
  });
});

describe('a result', () => {
  test('that comes again is acknowledged and kept once', async () => {
    const { device, agent } = await newAgent();
    const checkId = await createCheck(server, device.id);
    const run = await agent.next('check.run');
    for (const value of [85, 10]) {
      agent.received.length = 0;
      agent.send(checkResult(run, { value }));
      expect(await agent.next('ack')).toEqual({ t: 'ack', id: `${run.execution_id}:result` });
    }
    expect(await history(checkId)).toMatchObject([{ value: 85 }]);
    expect(await alerts(checkId)).toMatchObject([{ occurrences: 1 }]);
  });

  test('for the check of another device is refused and counted (ATTACKS.md 25)', async () => {
    const [victim, attacker] = [await newAgent(), await newAgent()];
    const checkId = await createCheck(server, victim.device.id);
    const run = await victim.agent.next('check.run');
    attacker.agent.send(checkResult(run, { value: 1 }));
    expect(await attacker.agent.next('ack')).toMatchObject({ refused: expect.any(String) });
    expect(await instance(checkId)).toMatchObject({ execution_id: run.execution_id, status: 'unknown' });
    expect(await history(checkId)).toEqual([]);
    expect(await server.muster.services.instance.metrics()).toMatch(
      /rmm_check_results_total\{outcome="refused"\} [1-9]/,
    );
  });
});

describe.concurrent('a deadline that passes', () => {
  test('is a timeout: unknown, no streak; failure_count in a row warn, and the next result in time ends that', async () => {
    const { device, agent } = await newAgent();
    const checkId = await createCheck(server, device.id, { interval_sec: 3600, timeout_sec: 5, failure_count: 1 });
    const run = await agent.next('check.run');
    await expect.poll(() => instance(checkId)).toMatchObject({ timeouts: 1 });
    expect(await instance(checkId)).toMatchObject({
      status: 'unknown',
      failures: 0,
      successes: 0,
      timeout_raised: true,
      execution_id: null,
    });
    expect(await history(checkId)).toMatchObject([
      { execution_id: run.execution_id, status: 'unknown', timed_out: true },
    ]);
    expect(await alerts(checkId)).toMatchObject([{ kind: 'check_timeout', severity: 'warning', status: 'open' }]);
    expect(await server.muster.services.instance.metrics()).toMatch(/rmm_check_timeouts_total [1-9]/);

    agent.send(checkResult(run, { value: 99 }));
    await agent.next('ack');
    expect(await history(checkId)).toMatchObject([{ timed_out: true }, { value: 99, status: 'error', late: true }]);
    expect(await instance(checkId)).toMatchObject({ timeouts: 1, failures: 0, raised: null });
    agent.received.length = 0;
    agent.send(checkResult(run, { value: 99 }));
    expect(await agent.next('ack')).not.toHaveProperty('refused');
    expect(await history(checkId)).toHaveLength(2);

    agent.received.length = 0;
    const [next] = await dispatch(server.ctx, createDefinitions(), [{ deviceId: device.id, checkId }]);
    agent.send(checkResult({ execution_id: next?.executionId ?? '', check_id: checkId }, { value: 10 }));
    await agent.next('ack');
    expect(await instance(checkId)).toMatchObject({ status: 'ok', timeouts: 0, timeout_raised: false });
    expect(await alerts(checkId)).toMatchObject([{ kind: 'check_timeout', status: 'resolved' }]);
  }, 60_000);

  test('of a device that has gone counts nothing against it', async () => {
    const { device, agent } = await newAgent();
    const checkId = await createCheck(server, device.id, { interval_sec: 3600, timeout_sec: 5, failure_count: 1 });
    await agent.next('check.run');
    await agent.close();
    await expect.poll(() => history(checkId)).toMatchObject([{ timed_out: true }]);
    expect(await instance(checkId)).toMatchObject({ timeouts: 0, timeout_raised: false, execution_id: null });
  }, 60_000);
});

describe('a change of what runs', () => {
  test('reaches a connected device at once; what is saved anew is sent as it is now, what is disabled is not', async () => {
    const { device, agent } = await newAgent(() => ({ value: 10 }));
    const checkId = await createCheck(server, device.id);
    await agent.next('ack');
    const definitions = createDefinitions();
    const due = [{ deviceId: device.id, checkId }];
    const sent = async () => {
      const frames = (await dispatch(server.ctx, definitions, due)).map(({ frame }) => JSON.parse(frame));
      await server.db
        .sql`update check_instances set execution_id = null, deadline_at = null where check_id = ${checkId}`;
      return frames;
    };
    expect(await sent()).toMatchObject([{ config: { mount: 'all' } }]);
    await server.db.sql`update checks set config = '{"mount": "/srv"}', revision = revision + 1 where id = ${checkId}`;
    expect(await sent()).toMatchObject([{ config: { mount: '/srv' } }]);
    await server.db.sql`update checks set enabled = false, revision = revision + 1 where id = ${checkId}`;
    expect(await sent()).toEqual([]);
  });

  test('an unapproved script is not sent; approved it is, with its text', async () => {
    const { device, agent } = await newAgent();
    const config = { shell: 'sh', script: 'exit 0', args: ['a'], env: { A: '1' } };
    const body = { type: 'script', name: 'Script', agent_id: device.id, config, interval_sec: 10, timeout_sec: 60 };
    const tech = await createPerson(server.db, { permissions: ['checks.view', 'checks.manage'] });
    const waiting = (await server.call('POST /api/checks', { body, token: tech.token })).body;
    const approved = await server.ok('POST /api/checks', { body: { ...body, name: 'Approved' } });
    const run = await agent.next('check.run');
    expect(run).toMatchObject({ check_id: approved.id, type: 'script', config });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(agent.received.filter((frame) => frame.t === 'check.run' && frame.check_id === waiting.id)).toEqual([]);
    expect(await instance(waiting.id)).toMatchObject({ execution_id: null });
  }, 30_000);
});

describe('alerts that cannot be written', () => {
  test('are counted, and cost neither history nor state', async () => {
    const { device, agent } = await newAgent(() => ({ value: 95 }));
    const owner = server.db.ownerSql;
    await owner`alter table alerts add constraint broken check (title <> 'Broken') not valid`;
    const checkId = await createCheck(server, device.id, { name: 'Broken' });
    await agent.next('ack');
    expect(await instance(checkId)).toMatchObject({ status: 'error', failures: 1, raised: null });
    expect(await history(checkId)).toHaveLength(1);
    expect(await server.muster.services.instance.metrics()).toMatch(/rmm_alert_processing_errors_total [1-9]/);
    await owner`alter table alerts drop constraint broken`;
  });
});

test('health samples of a device are kept, at most one in five seconds', async () => {
  const { device, agent } = await newAgent();
  const sample = {
    cpu_percent: 10,
    memory_percent: 50,
    disk_percent: 30.5,
    received_bytes_per_sec: 1000,
    sent_bytes_per_sec: null,
  };
  agent.send({ t: 'health', ...sample });
  agent.send({ t: 'health', ...sample, cpu_percent: 99 });
  const kept = () =>
    server.db
      .sql`select cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec from device_health where device_id = ${device.id}`;
  await expect.poll(kept).toEqual([sample]);
});
