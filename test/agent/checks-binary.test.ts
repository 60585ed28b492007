/** Checks in the compiled binary, whose sockets, fetch and processes are Bun's and not Node's. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildAgent, hostTarget } from '../../agent/build.ts';
import { freePort } from '../server-process.ts';
import { scratch, serviceArgs, spawnAgent, testServer, until } from './agents.ts';
import { selfSigned } from './self-signed.ts';
import { standIns } from './surroundings.ts';

const out = mkdtempSync(join(tmpdir(), 'rmm-agent-build-'));
let binary = '';
beforeAll(async () => {
  const target = hostTarget();
  if (!target) throw new Error('the agent cannot be built for this machine');
  binary = await buildAgent({ target, out, version: '7.8.9' });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await until(() => server.listening);
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('each type answers as it does under Node, and what takes too long is ended', async () => {
  const web = await listen(
    createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' });
      if (request.url !== '/hangs') response.end('All is well');
    }),
  );
  const tls = createTlsServer(selfSigned('localhost'), (socket) => socket.on('error', () => undefined).end());
  const secured = await listen(tls);
  const free = await freePort();
  const env = standIns({
    ping: `[ "$3" = 20 ] && exec sleep 60; printf '4 packets transmitted, 4 received\\nrtt min/avg/max/mdev = 1/2/3/1 ms\\n'`,
    systemctl: `printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\n'`,
    journalctl: `printf '{"MESSAGE":"one"}\\n{"MESSAGE":"two"}\\n'`,
  });
  const host = '127.0.0.1';
  const expected: [string, Record<string, unknown>, object, number?][] = [
    ['diskspace', {}, { verdict: 'ok', value: expect.any(Number) }],
    ['cpuload', { window_sec: 1 }, { verdict: 'ok', value: expect.any(Number) }],
    ['memory', {}, { verdict: 'ok', value: expect.any(Number) }],
    ['swap', {}, { verdict: 'ok', value: expect.any(Number) }],
    ['load', {}, { verdict: 'ok', value: expect.any(Number) }],
    ['uptime', {}, { verdict: 'ok', value: expect.any(Number) }],
    ['ping', { host }, { verdict: 'ok', value: 2 }],
    ['ping', { host, count: 20 }, { verdict: 'unknown', output: 'It did not end within 2 seconds.' }, 2],
    ['tcp', { host, port: web }, { verdict: 'ok', value: expect.any(Number) }],
    ['tcp', { host, port: free }, { verdict: 'error', output: `${host}:${free}: The connection was refused.` }],
    ['http', { url: `http://${host}:${web}/moved`, expect_body: 'well' }, { verdict: 'ok' }],
    ['http', { url: `http://${host}:${web}/moved`, follow: false }, { verdict: 'error' }],
    ['http', { url: `http://u:s3cret@${host}:${free}/` }, { verdict: 'error', output: 'The connection was refused.' }],
    ['http', { url: `http://${host}:${web}/hangs` }, { verdict: 'unknown' }, 2],
    [
      'http',
      { url: `https://localhost:${secured}/` },
      { verdict: 'error', output: 'The certificate is signed by itself.' },
    ],
    [
      'certificate',
      { host: 'localhost', port: secured },
      { verdict: 'ok', output: expect.stringContaining('not trust') },
    ],
    [
      'certificate',
      { host, port: secured },
      { verdict: 'error', output: expect.stringContaining('not for 127.0.0.1') },
    ],
    ['certificate', { host, port: web }, { verdict: 'error', value: null }],
    ['service', { name: 'cron' }, { verdict: 'ok', output: 'cron is active, running.' }],
    ['process', { name: 'no-such-process' }, { verdict: 'error', value: 0 }],
    ['eventlog', {}, { verdict: 'ok', value: 2 }],
    ['file', { path: '/etc/passwd' }, { verdict: 'ok' }],
    ['reboot', {}, { verdict: expect.stringMatching(/ok|warning/) }],
    ['patchage', {}, { verdict: expect.stringMatching(/ok|unknown/) }],
    [
      'script',
      { shell: 'sh', script: 'echo value=3; echo $1; exit 1', args: ['é'] },
      { verdict: 'warning', value: 3, output: 'é' },
    ],
    ['script', { shell: 'sh', script: 'sleep 60' }, { verdict: 'unknown' }, 2],
    ['offline', {}, { verdict: 'unknown' }],
  ];
  const server = await testServer();
  const agent = spawnAgent(serviceArgs(server, scratch()), [binary], env);
  await until(() => server.of('enroll').length === 1);
  const runs = expected.map(([type, config, result, timeout_sec = 30]) => {
    const frame = {
      t: 'check.run' as const,
      execution_id: randomUUID(),
      check_id: randomUUID(),
      type,
      config,
      timeout_sec,
    };
    server.send(frame);
    return { frame, result };
  });
  await until(() => server.of('check.result').length === runs.length);
  for (const { frame, result } of runs) {
    const answer = server.of('check.result').find(({ execution_id }) => execution_id === frame.execution_id);
    expect({ type: frame.type, config: frame.config, ...answer }).toMatchObject(result);
  }
  expect(server.broken).toEqual([]);
  expect(await agent.kill('SIGTERM')).toMatchObject({ code: 0 });
});
