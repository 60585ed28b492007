import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheck } from '../check-fixtures.ts';
import { createDevice, type MadeDevice } from '../factories.ts';
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

const instance = async (checkId: string) => {
  const [row] = await server.db.sql`
    select status, failures, successes, timeouts, raised, timeout_raised, last_value, last_output, execution_id, ended_execution_id
    from check_instances where check_id = ${checkId}`;
  return row;
};
const history = (checkId: string) => server.db.sql`
  select execution_id, status, value, output, timed_out, late from check_results where check_id = ${checkId} order by at`;
const alerts = (checkId: string) => server.db.sql`
  select kind, status, severity, occurrences, observed_value, threshold_value, message from alerts where source_id = ${checkId} order by kind`;

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
