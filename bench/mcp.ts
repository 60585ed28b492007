/**
 * AI tools at 50,000 devices: how long list_devices takes over /mcp, with an API token and with an OAuth token, beside the same
 * list over HTTP and a bare server with one statement; and how large each tool's answer is with nothing but what it needs.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { callOf, makeApiTokens, makeOauthToken, OAUTH_ENV } from './ai-clients.ts';
import { fillFleet } from './fill.ts';
import { fillForTools } from './fill-for-tools.ts';
import { type Load, load } from './load.ts';
import { cpuSec, machine, percentile, report } from './measure.ts';
import { startBenchServer } from './server.ts';

const DEVICES = Number(process.argv[2] ?? 50_000);
const SECONDS = Number(process.argv[3] ?? 4);
/** Of JSON: what fits into a model's context beside a conversation. */
const ANSWER_MAX_KB = 60;

machine();
const server = await startBenchServer(OAUTH_ENV);
const { devices } = await fillFleet(server.sql, DEVICES, 200);
const baseline = fork(new URL('./mcp-baseline.ts', import.meta.url), [server.databaseUrl, '25']);
try {
  const [{ port }] = (await once(baseline, 'message')) as [{ port: number }];
  const inputs = await fillForTools(server.sql, devices);
  const [[token = ''], oauth] = [await makeApiTokens(server.sql, 1), await makeOauthToken(server.sql)];
  await sizes(token, inputs);
  const at = { url: server.url, path: '/mcp', connections: 1 };
  const rounds = {
    'one statement by a bare server': { url: `http://127.0.0.1:${port}`, path: '/', connections: 1 },
    'GET /api/devices?limit=25': {
      ...{ url: server.url, path: '/api/devices?limit=25', connections: 1 },
      headers: { Authorization: `Bearer ${await makeFullToken()}` },
    },
    'list_devices over /mcp, API token': { ...at, ...callOf(token, 'list_devices', {}) },
    'list_devices over /mcp, OAuth token': { ...at, ...callOf(oauth, 'list_devices', {}) },
  };
  for (const target of Object.values(rounds)) await load({ ...target, seconds: 1 });
  // Each is measured twice, alternately, so that what else the machine does falls on all of them.
  const found = new Map<string, { loads: Load[]; cpu: number }>();
  for (let round = 0; round < 2; round++)
    for (const [what, target] of Object.entries(rounds)) {
      const before = cpuSec(server.pid);
      const one = await load({ ...target, seconds: SECONDS / 2 });
      const known = found.get(what) ?? { loads: [], cpu: 0 };
      found.set(what, { loads: [...known.loads, one], cpu: known.cpu + cpuSec(server.pid) - before });
    }
  for (const [what, { loads, cpu }] of found) {
    const latencies = loads.flatMap((one) => one.latencies);
    report(`${what}, p50`, percentile(latencies, 0.5), 'ms');
    report(`${what}, p95`, percentile(latencies, 0.95), 'ms', what.startsWith('list_devices') ? { atMost: 30 } : {});
    report(`${what}, CPU of the server's process`, (cpu / latencies.length) * 1000, 'ms');
  }
} finally {
  baseline.disconnect();
  await server.stop();
}

/** Of an administrator, for the API. */
async function makeFullToken(): Promise<string> {
  const [made = ''] = await makeApiTokens(server.sql, 1);
  await server.sql`update api_tokens set mcp_only = false where id = (select id from api_tokens order by id desc limit 1)`;
  return made;
}

async function sizes(token: string, inputs: Record<string, object>): Promise<void> {
  for (const [name, input] of Object.entries(inputs)) {
    const call = () => fetch(`${server.url}/mcp`, { method: 'POST', ...callOf(token, name, input) });
    await (await call()).arrayBuffer(); // plans and pages are in memory then
    const start = performance.now();
    const response = await call();
    const { result } = (await response.json()) as { result: { isError?: boolean; content: { text: string }[] } };
    const text = result?.content[0]?.text ?? '';
    if (!result || result.isError) throw new Error(`${name}: ${text}`);
    report(`answer of ${name}`, Buffer.byteLength(text) / 1024, 'KB', { atMost: ANSWER_MAX_KB });
    report(`time of ${name}`, performance.now() - start, 'ms');
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const response = await fetch(`${server.url}/mcp`, { method: 'POST', headers: callOf(token, '', {}).headers, body });
  report('the catalog, tools/list', Buffer.byteLength(await response.text()) / 1024, 'KB');
}
