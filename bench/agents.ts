/** 10,000 connected agents: authenticated connects per second, memory each, idle CPU, and a bulk job to 5,000 of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fillFleet } from './fill.ts';
import { cpuSec, machine, report, rssKib, sleep } from './measure.ts';
import { startBenchServer } from './server.ts';

const AGENTS = Number(process.argv[2] ?? 10_000);
const BULK = Math.min(5000, AGENTS);
const IDLE_SEC = 20;

machine();
const server = await startBenchServer();
const client = fork(new URL('./agents-client.ts', import.meta.url));
try {
  await measure();
} finally {
  client.disconnect();
  await server.stop();
}

async function measure(): Promise<void> {
  const { devices } = await fillFleet(server.sql, AGENTS);
  const warm = rssKib(server.pid);
  const url = `${server.url.replace('http', 'ws')}/ws/agent`;
  const cpuBefore = cpuSec(server.pid);
  const elapsedMs = await ask(client, { connect: devices, url });
  report('authenticated connects', (AGENTS / elapsedMs) * 1000, '/s', { atLeast: 5000 });
  report('CPU of the server for each of them', ((cpuSec(server.pid) - cpuBefore) / AGENTS) * 1e6, 'µs');
  await sleep(5000);
  report('memory of the server for each connection', (rssKib(server.pid) - warm) / AGENTS, 'KiB', { atMost: 8 });
  const before = cpuSec(server.pid);
  await sleep(IDLE_SEC * 1000);
  report('CPU of the server while nothing happens', ((cpuSec(server.pid) - before) / IDLE_SEC) * 100, '%', {
    atMost: 2,
  });
  await bulk(devices.slice(0, BULK).map(({ id }) => id));
}

async function ask(client: ChildProcess, message: object): Promise<number> {
  client.send(message);
  const [answer] = (await once(client, 'message')) as [{ value: number }];
  return answer.value;
}

async function bulk(agent_ids: string[]): Promise<void> {
  const body = { agent_ids, shell: 'bash', script: 'true', description: 'bench' };
  const created = (await server.call('POST', '/api/jobs/bulk', body)) as { batches: { batch_id: string }[] };
  const received = once(client, 'message') as Promise<[{ value: number }]>;
  client.send({ expectJobs: BULK });
  await sleep(200);
  const start = Date.now();
  await Promise.all(
    created.batches.map(({ batch_id }) => server.call('POST', `/api/jobs/batch/${batch_id}/approve`, {})),
  );
  const [{ value: lastAt }] = await received;
  report(`approval of ${BULK} jobs until all have been sent`, lastAt - start, 'ms', { atMost: 1000 });
}
