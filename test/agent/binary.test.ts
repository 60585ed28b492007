/** The compiled binary itself, built once for this machine (0.4 s, no download). */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildAgent, hostTarget } from '../../agent/build.ts';
import { loadIdentity } from '../../agent/identity.ts';
import { members } from '../../agent/platform/linux/processes.ts';
import { scratch, serviceArgs, spawnAgent, testServer, until } from './agents.ts';
import { cancelFrame, runFrame } from './server.ts';

const out = mkdtempSync(join(tmpdir(), 'rmm-agent-build-'));
let binary = '';
beforeAll(async () => {
  const target = hostTarget();
  if (!target) throw new Error('the agent cannot be built for this machine');
  binary = await buildAgent({ target, out, version: '7.8.9' });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const start = (args: string[], env: NodeJS.ProcessEnv = process.env) => spawnAgent(args, [binary], env);

async function service() {
  const server = await testServer();
  const stateDir = scratch();
  const agent = start(serviceArgs(server, stateDir));
  await until(() => loadIdentity(stateDir)?.device_id);
  return { server, stateDir, agent };
}

describe('the binary', () => {
  it('is named for its target and stamped with its version', async () => {
    expect(binary).toBe(join(out, `rmm-agent-${hostTarget()}`));
    expect(await start(['-print-version']).exited).toMatchObject({ code: 0, stdout: '7.8.9\n' });
    expect(await start(['--nonsense']).exited).toMatchObject({ code: 2 });
  });

  it('runs no code from the folder in which it is started', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
    writeFileSync(
      join(folder, 'evil.ts'),
      `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '')`,
    );
    writeFileSync(join(folder, '.env'), 'RMM_AGENT_STATE_DIR=/nonexistent-from-dotenv\n');
    expect(await spawnAgent(['-print-version'], [binary], process.env, folder).exited).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('enrolls, runs jobs in order of output, streams, cancels and reports its inventory', async () => {
    const { server, stateDir, agent } = await service();
    const go = join(stateDir, 'go');
    const job = runFrame(
      `echo out; echo err >&2; echo dev > /dev/stderr; until [ -e ${go} ]; do sleep 0.05; done; printf "\\303"; sleep 0.2; printf "\\251\\n"; exit 5`,
      { shell: 'bash' },
    );
    server.send(job);
    const streamed = () => server.of('job.output').map(({ text }) => text);
    await until(() => streamed().join('') === 'out\nerr\ndev\n');
    expect(server.of('job.output')[0]?.offset).toBe(0);
    writeFileSync(go, '');
    expect(await server.frame('job.result', job.job_id)).toMatchObject({ exit_code: 5, stdout: 'out\nerr\ndev\né\n' });

    const endless = runFrame('setsid sleep 60 & sleep 60');
    server.send(endless);
    await server.frame('job.started', endless.job_id);
    server.send(cancelFrame(endless.job_id));
    expect(await server.frame('job.result', endless.job_id)).toMatchObject({ outcome: 'cancelled' });
    expect(members(endless.job_id, undefined)).toEqual([]);

    const left = runFrame('(sleep 60; echo never) & echo left');
    server.send(left);
    expect(await server.frame('job.result', left.job_id)).toMatchObject({ stdout: 'left\n' });
    for (const pid of members(left.job_id, undefined)) process.kill(pid, 'SIGKILL');

    await until(() => server.of('inventory').length === 9);
    expect(server.of('enroll')[0]?.facts.version).toBe('7.8.9');
    expect(server.broken).toEqual([]);
    expect(await agent.kill('SIGTERM')).toMatchObject({ code: 0 });
  });

  it('survives kill -9 with a job running and reports it as interrupted, once', async () => {
    const { server, stateDir, agent } = await service();
    const file = join(stateDir, 'count');
    const job = runFrame(`echo ran >> ${file}; sleep 60`);
    server.send(job);
    await server.frame('job.started', job.job_id);
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    await agent.kill();
    start(serviceArgs(server, stateDir));
    expect(await server.frame('job.result', job.job_id)).toMatchObject({ outcome: 'interrupted' });
    server.send(job);
    await server.acked(job.id, 2);
    expect(readFileSync(file, 'utf8')).toBe('ran\n');
    expect(members(job.job_id, undefined)).toEqual([]);
  });

  it('comes back after a cut, a refusal and a close', async () => {
    const { server } = await service();
    server.drop();
    await server.frame('hello');
    server.close(1013, 'spread=1');
    await server.frame('hello', undefined, 2);
    server.behaviour.refuse = () => '503 Service Unavailable\r\nretry-after: 1';
    server.drop();
    const before = server.upgrades.length;
    await until(() => server.upgrades.length > before);
    server.behaviour.refuse = undefined;
    await server.frame('hello', undefined, 3);
  });

  it('sees the HTTP status of a refusal', async () => {
    const server = await testServer();
    const args = ['-server', server.url, '-enroll-token', 'rme_bad', '-enroll-only', '-state-dir', scratch()];
    expect(await start(args).exited).toMatchObject({ code: 4, stderr: expect.stringContaining('HTTP status 401') });
  });

  it('goes through the proxy of its environment, and around it with NO_PROXY', async () => {
    const server = await testServer();
    const asked: (string | undefined)[] = [];
    const proxy = createHttpServer().on('connect', (request, client) => {
      asked.push(request.url);
      const upstream = connect(server.port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = proxy.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const enroll = (extra: NodeJS.ProcessEnv) => {
      const env = { ...process.env, HTTP_PROXY: `http://127.0.0.1:${port}`, ...extra };
      return start([...serviceArgs(server, scratch()), '-enroll-only'], env).exited;
    };
    server.behaviour.tokenUses = 2;
    expect(await enroll({ NO_PROXY: '127.0.0.1' })).toMatchObject({ code: 0 });
    expect(asked).toEqual([]);
    expect(await enroll({ NO_PROXY: '' })).toMatchObject({ code: 0 });
    expect(asked).toEqual([`127.0.0.1:${server.port}`]);
  });
});
