import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../runtime/config.ts';
import { connect } from '../../runtime/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';
import { type Muster, startMuster } from '../../runtime/main.ts';
import { databaseUrl, type TestDatabase } from '../database.ts';
import { createDevice, createJob } from '../factories.ts';
import { connectAgent, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import { spawnServer } from '../server-process.ts';
import { crashPostgres } from './crash-postgres.ts';

let postgres: EmbeddedPostgres;
let muster: Muster;
let url: string;
let agent: SimulatedAgent;
let db: Pick<TestDatabase, 'sql'>;
let device: { id: string; hostname: string; credential: string };

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-fault-'));
  const log = createLog('silent');
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log });
  const env = {
    RMM_LISTEN: '127.0.0.1:0',
    RMM_CONSOLE_URL: 'http://console.test',
    RMM_DATA_DIR: join(folder, 'data'),
    RMM_DATABASE_URL: databaseUrl(postgres.appOptions),
    RMM_MIGRATE_DATABASE_URL: databaseUrl(postgres.ownerOptions),
    RMM_ADMIN_TOKEN: 'fault-test-token',
  };
  muster = await startMuster(loadConfig(env), log);
  url = `http://127.0.0.1:${muster.port}`;
  const sql = connect(postgres.ownerOptions, { max: 2 });
  db = { sql };
  device = await createDevice(db as TestDatabase);
  const simulated = { credential: device.credential, facts: simulatedFacts(device.hostname) };
  agent = await connectAgent({ url: `${url.replace('http', 'ws')}/ws/agent`, device: simulated });
  return async () => {
    await agent.close();
    await sql.end();
    await muster.stop();
    await postgres.stop();
  };
});
const ready = () => fetch(`${url}/readyz`).then((response) => response.status);
const me = () =>
  fetch(`${url}/api/clients`, { headers: { authorization: 'Bearer fault-test-token' } }).then(
    (response) => response.status,
  );
/** Of the postmaster. @throws while there is none: a signal to 0 would reach the tests themselves */
const pid = (): number => {
  const found = postgres.pid();
  if (found === undefined) throw new Error('PostgreSQL does not run');
  return found;
};

test('while PostgreSQL hangs, readyz answers 503, sockets stay, and all is well afterwards', async () => {
  process.kill(pid(), 'SIGSTOP');
  // The backends hang as well, as with a machine that is paused.
  const backends = await children(pid());
  for (const backend of backends) process.kill(backend, 'SIGSTOP');
  try {
    expect(await ready()).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
  } finally {
    for (const one of [...backends, pid()]) process.kill(one, 'SIGCONT');
  }
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 15_000 });
});

test('when PostgreSQL is killed, what agents send waits and is written once it is back, over the same socket', async () => {
  const id = await createJob(db as TestDatabase, device, { status: 'running' });
  await crashPostgres(postgres);
  agent.send({
    t: 'job.result',
    id: `${id}:result`,
    job_id: id,
    outcome: 'exited',
    exit_code: 0,
    stdout: 'kept',
    output_truncated: false,
    error: null,
    started_at: null,
    finished_at: new Date().toISOString(),
  });
  await agent.next('ack', (frame) => frame.id === `${id}:result`);
  await vi.waitFor(async () => expect(await me()).toBe(200), { timeout: 15_000 });
  const [row] = await db.sql`select status, stdout from jobs where id = ${id}`;
  expect(row).toEqual({ status: 'completed', stdout: 'kept' });
  expect(agent.socket.readyState).toBe(agent.socket.OPEN);
});

test('a server that starts while the database is away ends with 1 and says why', async () => {
  const server = spawnServer({
    RMM_LISTEN: '127.0.0.1:0',
    RMM_CONSOLE_URL: 'http://console.test',
    RMM_DATA_DIR: mkdtempSync(join(tmpdir(), 'muster-fault-')),
    RMM_DATABASE_URL: 'postgres://muster@127.0.0.1:1/muster',
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('127.0.0.1:1');
});

async function children(parent: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    all.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''); // it may have ended since
      return stat.split(') ')[1]?.split(' ')[1] === String(parent) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}
