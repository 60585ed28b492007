import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDevice } from '../factories.ts';
import { connectAgent, simulatedFacts } from '../fleet.ts';
import { startServer } from '../harness.ts';
import { freePort } from '../server-process.ts';

const status = (url: string) => fetch(url).then((response) => response.status);

test('with a split ingress each door serves what is its own, and every door says that it lives', async () => {
  const [agents, mcp] = [await freePort(), await freePort()];
  const server = await startServer({ RMM_AGENTS_LISTEN: `127.0.0.1:${agents}`, RMM_MCP_LISTEN: `127.0.0.1:${mcp}` });
  try {
    const doors = { main: server.url, agents: `http://127.0.0.1:${agents}`, mcp: `http://127.0.0.1:${mcp}` };
    for (const url of Object.values(doors)) expect(await status(`${url}/healthz`)).toBe(200);
    expect(await status(`${doors.main}/api/me`)).toBe(401);
    expect(await status(`${doors.agents}/api/me`)).toBe(404);
    expect(await status(`${doors.mcp}/api/me`)).toBe(404);
    expect(await status(`${doors.main}/readyz`)).toBe(200);
    expect(await status(`${doors.agents}/readyz`)).toBe(404);
    expect(await status(`${doors.mcp}/mcp`)).toBe(405);
    for (const other of [doors.main, doors.agents]) expect(await status(`${other}/mcp`)).toBe(404);

    const made = await createDevice(server.db);
    const device = { credential: made.credential, facts: simulatedFacts(made.hostname) };
    const at = (url: string) => `${url.replace('http', 'ws')}/ws/agent`;
    await expect(connectAgent({ url: at(doors.main), device })).rejects.toThrow();
    const agent = await connectAgent({ url: at(doors.agents), device });
    expect(agent.deviceId).toBe(made.id);
    await agent.close();
  } finally {
    await server.stop();
  }
});

test('with a certificate the server speaks TLS itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = await startServer({ RMM_TLS_CERT: cert, RMM_TLS_KEY: key });
  try {
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const options = { port: server.muster.port, path: '/healthz', rejectUnauthorized: false };
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(answered).toBe(200);
    await expect(status(`http://127.0.0.1:${server.muster.port}/healthz`)).rejects.toThrow();
  } finally {
    await server.stop();
  }
});
