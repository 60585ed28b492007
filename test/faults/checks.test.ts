import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../runtime/config.ts';
import { connect } from '../../runtime/database.ts';
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';
import { startMuster } from '../../runtime/main.ts';
import { databaseUrl, type TestDatabase } from '../database.ts';
import { createDevice, type MadeDevice } from '../factories.ts';
import { checkResult, connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { startServer, type TestServer } from '../harness.ts';
import { crashPostgres } from './crash-postgres.ts';
import { startMortalServer } from './server.ts';

const DAY_MS = 86_400_000;

interface Execution {
  execution_id: string;
  check_id: string;
}

/** A device with so many checks, of each of which an execution is pending. */
async function pendingOn(
  db: Pick<TestDatabase, 'sql'>,
  count: number,
  timeoutSec = 600,
): Promise<{ device: MadeDevice; executions: Execution[] }> {
  const device = await createDevice(db as TestDatabase);
  // At once: a running server assigns each second what is new.
  const executions = await db.sql.begin(async (sql) => {
    await sql`
      insert into checks (type, name, agent_id, interval_sec, timeout_sec, failure_count)
      select 'memory', 'Check ' || n, ${device.id}, 86400, ${timeoutSec}, 1 from generate_series(1, ${count}) n`;
    return sql<Execution[]>`
      insert into check_instances (device_id, check_id, execution_id, sent_at, deadline_at)
      select ${device.id}, id, uuidv7(), now(), now() + ${timeoutSec}::int * interval '1 second' from checks where agent_id = ${device.id}
      returning execution_id, check_id`;
  });
  return { device, executions };
}

const connectTo = (url: string, { credential, hostname }: MadeDevice): Promise<SimulatedAgent> =>
  connectAgent({
    url: `${url.replace('http', 'ws')}/ws/agent`,
    device: { credential, facts: simulatedFacts(hostname) },
  });
const acknowledged = (agent: SimulatedAgent) =>
  agent.received.flatMap((frame) => (frame.t === 'ack' ? [frame.id] : []));
const rows = async (db: Pick<TestDatabase, 'sql'>, deviceId: string) => {
  const found = await db.sql<{ execution_id: string }[]>`
    select execution_id from check_results where device_id = ${deviceId} and not timed_out`;
  return found.map(({ execution_id }) => execution_id);
};
const sortedIds = (executions: { execution_id: string }[]) =>
  executions.map(({ execution_id }) => execution_id).toSorted();

describe('a server that is killed', async () => {
  const server = await startMortalServer();
  const { db } = server;

  test('in the middle of a batch has kept what it acknowledged, and takes the rest once when it comes again', async () => {
    const { device, executions } = await pendingOn(db, 1500);
    const first = await connectTo(server.url, device);
    for (const one of executions.slice(0, 500)) first.send(checkResult(one));
    await first.next('ack');
    await db.ownerSql.begin(async (holding) => {
      await holding`lock table check_results in share row exclusive mode`;
      for (const one of executions.slice(500)) first.send(checkResult(one));
      const stuck = () =>
        db.ownerSql`
          select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await stuck()).count).toBeGreaterThan(0);
      await server.kill('SIGKILL');
    });
    await first.closed;
    const kept = await rows(db, device.id);
    expect(acknowledged(first).filter((id) => !kept.includes(id.replace(':result', '')))).toEqual([]);
    expect(kept.length).toBeLessThan(executions.length);

    await server.start();
    const second = await connectTo(server.url, device);
    const open = executions.filter(({ execution_id }) => !acknowledged(first).includes(`${execution_id}:result`));
    for (const one of open) second.send(checkResult(one));
    await expect.poll(() => new Set(acknowledged(second)).size).toBe(open.length);
    expect((await rows(db, device.id)).toSorted()).toEqual(sortedIds(executions));
    const [state] = await db.sql`
      select count(*)::int as count from check_instances where device_id = ${device.id} and successes = 1 and execution_id is null`;
    expect(state).toEqual({ count: executions.length });
    await second.close();
  }, 120_000);

  test('leaves executions whose deadlines its next run keeps', async () => {
    const { device, executions } = await pendingOn(db, 3, 5);
    await server.kill('SIGKILL');
    await server.start();
    const timedOut = () =>
      db.sql`select execution_id from check_results where device_id = ${device.id} and timed_out order by 1`;
    await expect.poll(timedOut).toHaveLength(3);
    expect(await timedOut()).toEqual(sortedIds(executions).map((execution_id) => ({ execution_id })));
  }, 40_000);
});

test('a database that is killed under load costs no result: they wait and are written once, over the same sockets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-fault-'));
  const log = createLog('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log });
  const config = loadConfig({
    RMM_LISTEN: '127.0.0.1:0',
    RMM_CONSOLE_URL: 'http://console.test',
    RMM_DATA_DIR: join(folder, 'data'),
    RMM_DATABASE_URL: databaseUrl(postgres.appOptions),
    RMM_MIGRATE_DATABASE_URL: databaseUrl(postgres.ownerOptions),
    RMM_ADMIN_TOKEN: 'fault-test-token',
  });
  const muster = await startMuster(config, log);
  const db = { sql: connect(postgres.ownerOptions, { max: 2 }) };
  try {
    const { device, executions } = await pendingOn(db, 1000);
    const agent = await connectTo(`http://127.0.0.1:${muster.port}`, device);
    for (const [n, one] of executions.entries()) {
      agent.send(checkResult(one));
      if (n === 300) await crashPostgres(postgres);
      if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => new Set(acknowledged(agent)).size, { timeout: 40_000 }).toBe(executions.length);
    await expect.poll(async () => (await rows(db, device.id)).toSorted()).toEqual(sortedIds(executions));
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
    await agent.close();
  } finally {
    await db.sql.end();
    await muster.stop();
    await postgres.stop();
  }
}, 120_000);

describe('a clock that is set by a day', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test.each([DAY_MS, -DAY_MS])(
    '(%i ms) starts no storm and ends no execution; results are taken as before',
    async (offsetMs) => {
      server.clock.offsetMs = 0;
      const { device, executions } = await pendingOn(server.db, 20, 600);
      await server.db.sql.begin(async (sql) => {
        await sql`
          insert into checks (type, name, agent_id, interval_sec) select 'memory', 'Ran ' || n, ${device.id}, 3600 from generate_series(1, 20) n`;
        await sql`
          insert into check_instances (device_id, check_id, sent_at) select ${device.id}, id, now() from checks
          where agent_id = ${device.id} and name like 'Ran %'`;
      });
      const agent = await connectTo(server.url, device);
      await expect.poll(() => agent.received.filter(({ t }) => t === 'check.run')).toHaveLength(executions.length);
      agent.received.length = 0;
      server.clock.offsetMs = offsetMs;
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect(agent.received).toEqual([]);
      const timedOut = await server.db.sql`select 1 from check_results where device_id = ${device.id} and timed_out`;
      expect(timedOut).toEqual([]);
      for (const one of executions) agent.send(checkResult(one));
      await expect.poll(() => acknowledged(agent)).toHaveLength(executions.length);
      expect((await rows(server.db, device.id)).toSorted()).toEqual(sortedIds(executions));
      const again = await connectTo(server.url, device);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(again.received.filter(({ t }) => t === 'check.run').length).toBeLessThan(5);
      await again.close();
    },
    30_000,
  );
});
