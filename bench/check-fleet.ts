/** Checks for benches: devices that all inherit the same ones from a policy. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Sql } from '../runtime/database.ts';
import type { Ask } from './check-agents.ts';
import { type Filled, fillFleet } from './fill.ts';
import { cpuSec, sleep } from './measure.ts';
import type { BenchServer } from './server.ts';

/** So many devices with so many checks each; returns once the server has assigned them. */
export async function fillChecks(
  { sql }: BenchServer,
  devices: number,
  checks: number,
  intervalSec: number,
): Promise<Filled['devices']> {
  const filled = await fillFleet(sql, devices);
  await sql`insert into policies (id, name) values (uuidv7(), 'bench')`;
  await sql`insert into policy_assignments (policy_id, scope_type, scope_id) select p.id, 'client', c.id from policies p, clients c`;
  await sql`
    insert into checks (type, name, config, warn_threshold, err_threshold, interval_sec, policy_id)
    select 'diskspace', 'Check ' || n, '{"mount": "all"}', 80, 90, ${intervalSec}, p.id from policies p, generate_series(1, ${checks}) n`;
  for (let made = 0; made < devices * checks; await sleep(200)) {
    const [row] = await sql<{ made: number }[]>`
      select count(*)::int as made from check_instances where not exists (select 1 from check_instances_stale)`;
    made = row?.made ?? 0;
  }
  await sql`vacuum analyze check_instances`;
  return filled.devices;
}

export interface CheckClient {
  pid: number;
  ask: (ask: Ask) => Promise<number>;
  stop: () => void;
}

export function startCheckClient(): CheckClient {
  const client: ChildProcess = fork(new URL('./check-agents.ts', import.meta.url));
  return {
    pid: client.pid ?? 0,
    ask: async (ask) => {
      client.send(ask);
      const [answer] = (await once(client, 'message')) as [{ value: number }];
      return answer.value;
    },
    stop: () => void (client.connected && client.disconnect()),
  };
}

/** CPU of the server, of PostgreSQL and of the client. */
export async function cpuOfAll(
  server: BenchServer,
  client: CheckClient,
): Promise<{ server: number; postgres: number; client: number }> {
  return { server: cpuSec(server.pid), postgres: await postgresCpuSec(server.sql), client: cpuSec(client.pid) };
}

/** Of every process of PostgreSQL that lives; its connections stay open while a bench runs. */
export async function postgresCpuSec(sql: Sql): Promise<number> {
  const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

function cpuOf(pid: number): number {
  try {
    return cpuSec(pid);
  } catch {
    return 0; // an autovacuum worker that has ended meanwhile
  }
}

/** One value of the server's /metrics; the sum over its labels. */
export async function metric(server: BenchServer, name: string, token: string): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const lines = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
