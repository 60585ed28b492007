/** Real agent processes, killed with SIGKILL. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadIdentity } from '../../agent/identity.ts';
import { members } from '../../agent/platform/linux/processes.ts';
import { scratch, serviceArgs, spawnAgent, testServer, until } from './agents.ts';
import { cancelFrame, runFrame } from './server.ts';

describe('a kill during enrollment ends in one device', () => {
  async function afterKill(killWhen: (folder: string) => boolean, answersFirst: boolean) {
    const server = await testServer();
    const stateDir = scratch();
    let answers = answersFirst;
    server.behaviour.answerEnroll = () => answers;
    const first = spawnAgent(serviceArgs(server, stateDir));
    await until(() => killWhen(stateDir) || server.of('enroll').length > 0);
    if (answersFirst) await until(() => server.devices.length > 0);
    await first.kill();
    answers = true;
    const second = spawnAgent([...serviceArgs(server, stateDir), '-enroll-only']);
    expect(await second.exited).toMatchObject({ code: 0 });
    expect(server.devices).toHaveLength(1);
    expect(loadIdentity(stateDir)?.device_id).toBe(server.devices[0]?.device_id);
    expect(new Set(server.of('enroll').map(({ install_id }) => install_id)).size).toBeLessThanOrEqual(1);
  }

  it('after the identity was made', () => afterKill((folder) => existsSync(join(folder, 'identity.json')), false));
  it('after the server committed it, before its answer', () => afterKill(() => false, false));
  it('while the answer arrives', () => afterKill(() => false, true));
});

describe('a kill with jobs', () => {
  it('reports what ran as interrupted, runs what waited, and nothing twice; nothing of the old run is left', async () => {
    const server = await testServer();
    const stateDir = scratch();
    const first = spawnAgent(serviceArgs(server, stateDir));
    await until(() => server.connections() === 1 && server.devices.length === 1);
    const log = join(stateDir, 'log');
    const running = ['a', 'b', 'c', 'd'].map((name) =>
      runFrame(`echo ${name} >> ${log}; sleep 60; echo ${name} again >> ${log}`),
    );
    const queued = ['e', 'f'].map((name) => runFrame(`echo ${name} >> ${log}`));
    for (const job of [...running, ...queued]) server.send(job);
    for (const job of running) await server.frame('job.started', job.job_id);
    for (const job of queued) await server.acked(job.id);
    await until(() => existsSync(log) && readFileSync(log, 'utf8').length === 8);
    await first.kill();
    await until(() => members(running[0]?.job_id ?? '', undefined).length === 2); // the shell, and what it sleeps by

    spawnAgent(serviceArgs(server, stateDir));
    for (const job of running) {
      expect(await server.frame('job.result', job.job_id)).toMatchObject({ outcome: 'interrupted', exit_code: null });
      expect(members(job.job_id, undefined)).toEqual([]);
    }
    for (const job of queued) expect(await server.frame('job.result', job.job_id)).toMatchObject({ exit_code: 0 });
    for (const job of [...running, ...queued]) server.send(job);
    for (const job of queued) await server.acked(job.id, 2);
    expect(readFileSync(log, 'utf8').split('\n').filter(Boolean).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(server.of('job.result')).toHaveLength(6);
    expect(readdirSync(join(stateDir, 'run'))).toEqual([]);
    expect(server.broken).toEqual([]);
  });

  it('between the result and its acknowledgement sends the same result again', async () => {
    const server = await testServer();
    const stateDir = scratch();
    server.behaviour.acknowledge = (frame) => frame.t !== 'job.result';
    const first = spawnAgent(serviceArgs(server, stateDir));
    await until(() => server.devices.length === 1);
    const job = runFrame('echo kept; exit 3');
    await until(() => loadIdentity(stateDir)?.device_id);
    server.send(job);
    const before = await server.frame('job.result', job.job_id);
    await first.kill();
    server.behaviour.acknowledge = () => true;
    spawnAgent(serviceArgs(server, stateDir));
    expect(await server.frame('job.result', job.job_id, 2)).toEqual(before);
    await until(() => readdirSync(join(stateDir, 'spool/results')).length === 0);
  });

  it('is told from a stop, which ends the jobs and says so before the process goes', async () => {
    const server = await testServer();
    const stateDir = scratch();
    const agent = spawnAgent(serviceArgs(server, stateDir));
    await until(() => loadIdentity(stateDir)?.device_id);
    const job = runFrame('sleep 60');
    server.send(job);
    await server.frame('job.started', job.job_id);
    expect(await agent.kill('SIGTERM')).toMatchObject({ code: 0, signal: null });
    expect(server.of('job.result')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(readdirSync(stateDir)).not.toContain('lock');
  });
});

describe('the process', () => {
  it('exits with 2 on a bad flag, with 4 when its token is refused, with 1 without a server', async () => {
    const server = await testServer();
    expect(await spawnAgent(['-sever', 'x']).exited).toMatchObject({ code: 2 });
    const refused = await spawnAgent([
      '-server',
      server.url,
      '-enroll-token',
      'rme_bad',
      '-enroll-only',
      '-state-dir',
      scratch(),
    ]).exited;
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('The server refused the enrollment') });
    expect(refused.stderr).not.toContain('rme_bad');
    const alone = await spawnAgent(['-state-dir', scratch()]).exited;
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('-server and -enroll-token are needed') });
  });

  it('exits with 3 when its identity is revoked', async () => {
    const server = await testServer();
    const stateDir = scratch();
    const agent = spawnAgent(serviceArgs(server, stateDir));
    await until(() => loadIdentity(stateDir)?.device_id);
    server.send(cancelFrame(crypto.randomUUID()));
    server.send({ t: 'revoked', reason: 'device deleted' });
    expect(await agent.exited).toMatchObject({ code: 3 });
  });

  it('sends its inventory by itself', async () => {
    const server = await testServer();
    spawnAgent(serviceArgs(server, scratch()));
    await until(() => server.of('inventory').length === 9);
    expect(server.broken).toEqual([]);
  });
});
