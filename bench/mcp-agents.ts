/**
 * What 500 working agents notice of 200 AI applications that use tools at the same time: at the pace at which models call, and as
 * fast as they are answered. The same without them, before and after, in the same run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { callOf, makeApiTokens, OAUTH_ENV, type Post } from './ai-clients.ts';
import { fillFleet } from './fill.ts';
import { fillForTools } from './fill-for-tools.ts';
import type { Ask, Outcome } from './mcp-clients.ts';
import { cpuSec, machine, percentile, report, sleep } from './measure.ts';
import { startBenchServer } from './server.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const DEVICES = Number(process.argv[3] ?? 50_000);
const AGENTS = 500;
const EVERY_MS = 2000;
const CLIENTS = 200;

machine();
const agents = fork(new URL('./steady-agents.ts', import.meta.url));
const clients = fork(new URL('./mcp-clients.ts', import.meta.url));
const server = await startBenchServer(OAUTH_ENV);
try {
  const { devices } = await fillFleet(server.sql, DEVICES, 200);
  const inputs = await fillForTools(server.sql, devices);
  const calls = (await makeApiTokens(server.sql, CLIENTS)).map((token) => mixed(token, inputs));
  await ask(agents, { connect: devices.slice(0, AGENTS), url: `${server.url.replace('http', 'ws')}/ws/agent` });
  await sleep(2000);
  // A server is slow with what it does for the first time.
  await ask(clients, { clients: calls, pauseMs: 0, url: server.url, seconds: 5 });
  await round('no AI', undefined);
  await round(`${CLIENTS} AI clients, a call a second each`, { clients: calls, pauseMs: 1000 });
  await round(`${CLIENTS} AI clients, as fast as they are answered`, { clients: calls, pauseMs: 0 });
  await round('no AI again', undefined);
} finally {
  for (const child of [agents, clients]) child.disconnect();
  await server.stop();
}

/** What a model looks at: mostly lists and single things, seldom a report. */
function mixed(token: string, inputs: Record<string, object>): Post[] {
  const often = [
    'list_devices',
    'get_device',
    'get_inventory',
    'list_alerts',
    'get_alert',
    'list_jobs',
    'get_job',
    'list_checks',
  ];
  const calls = [...often, 'get_check_results', ...often, 'get_dashboard'].map((name) =>
    callOf(token, name, inputs[name] ?? {}),
  );
  const start = Math.floor(Math.random() * calls.length);
  return [...calls.slice(start), ...calls.slice(0, start)];
}

async function round(what: string, load: Pick<Ask, 'clients' | 'pauseMs'> | undefined): Promise<void> {
  const before = cpuSec(server.pid);
  const using = load && ask<Outcome>(clients, { ...load, url: server.url, seconds: SECONDS + 1 });
  if (using) await sleep(500);
  const latencies = await ask<number[]>(agents, { measure: SECONDS, everyMs: EVERY_MS });
  report(`${what}: an agent's frame, p50`, percentile(latencies, 0.5), 'ms');
  report(`${what}: an agent's frame, p99`, percentile(latencies, 0.99), 'ms', { atMost: 50 });
  if (!using) return;
  const { calls, refused, latencies: answers } = await using;
  report(`${what}: calls`, calls / (SECONDS + 1), '/s');
  report(`${what}: refused`, refused, '', { atMost: 0 });
  report(`${what}: answered, p50`, percentile(answers, 0.5), 'ms');
  report(`${what}: answered, p95`, percentile(answers, 0.95), 'ms');
  report(`${what}: CPU of the server's process`, ((cpuSec(server.pid) - before) / (SECONDS + 1)) * 100, '%');
}

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [{ value: T }];
  return answer.value;
}
