/** A job's way with the real agent on this machine: from the approval to the running script, and the whole round of `true`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, hostTarget } from '../agent/build.ts';
import { version } from '../runtime/version.ts';
import { machine, percentile, report, sleep } from './measure.ts';
import { startBenchServer } from './server.ts';

const JOBS = Number(process.argv[2] ?? 200);

machine();
const server = await startBenchServer();
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
const target = hostTarget();
if (!target) throw new Error('the agent cannot be built for this machine');
const binary = await buildAgent({ target, out: folder, version });
const created = (await server.call('POST', '/api/enroll-tokens', {})) as { token: string };
const args = [
  '-server',
  `${server.url.replace('http', 'ws')}/ws/agent`,
  '-enroll-token',
  created.token,
  '-state-dir',
  join(folder, 'state'),
];
const agent = spawn(binary, args, { stdio: 'ignore' });
try {
  const id = await device();
  const latencies: number[] = [];
  const rounds: number[] = [];
  for (let n = 0; n < JOBS + 20; n++) {
    const latency = await approvalToStart(id);
    const round = await roundTrip(id);
    if (n < 20) continue; // warm-up
    latencies.push(latency);
    rounds.push(round);
  }
  report('approve -> script running, p50', percentile(latencies, 0.5), 'ms', { atMost: 15 });
  report('approve -> script running, p99', percentile(latencies, 0.99), 'ms', { atMost: 60 });
  report('propose `true`, approve, result visible, p50', percentile(rounds, 0.5), 'ms', { atMost: 40 });
  report('propose `true`, approve, result visible, p99', percentile(rounds, 0.99), 'ms');
} finally {
  agent.kill('SIGTERM');
  await once(agent, 'exit');
  await server.stop();
}

async function device(): Promise<string> {
  for (;;) {
    const { devices } = (await server.call('GET', '/api/devices')) as { devices: { id: string; status: string }[] };
    const [found] = devices;
    if (found?.status === 'online') return found.id;
    await sleep(50);
  }
}

async function propose(agent_id: string, script: string): Promise<string> {
  const { id } = (await server.call('POST', '/api/jobs', { agent_id, shell: 'sh', script })) as { id: string };
  return id;
}

async function finished(id: string): Promise<{ status: string; stdout: string }> {
  for (;;) {
    const job = (await server.call('GET', `/api/jobs/${id}`)) as { status: string; stdout: string };
    if (job.status === 'completed' || job.status === 'failed') return job;
    await sleep(1);
  }
}

/** The script tells its own clock, which is this process's: milliseconds since 1970. */
async function approvalToStart(agent_id: string): Promise<number> {
  const id = await propose(agent_id, 'date +%s%3N');
  const at = performance.timeOrigin + performance.now();
  await server.call('POST', `/api/jobs/${id}/approve`, {});
  return Number((await finished(id)).stdout) - at;
}

async function roundTrip(agent_id: string): Promise<number> {
  const start = performance.now();
  const id = await propose(agent_id, 'true');
  await server.call('POST', `/api/jobs/${id}/approve`, {});
  await finished(id);
  return performance.now() - start;
}
