import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadIdentity } from '../../agent/identity.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import { version } from '../../agent/version.ts';
import { scratch, startAgent, testServer, until } from './agents.ts';
import { cancelFrame, runFrame } from './server.ts';

describe('enrollment', () => {
  it('makes one device, and the identity is a file for root alone', async () => {
    const server = await testServer();
    const stateDir = scratch();
    const agent = startAgent(server, stateDir);
    const { facts } = await server.frame('enroll');
    await until(() => loadIdentity(stateDir)?.device_id);
    await agent.stop();
    expect(facts).toMatchObject({ version, os: { family: 'linux' } });
    expect(loadIdentity(stateDir)).toMatchObject({ device_id: server.devices[0]?.device_id, server: server.url });
    expect(statSync(join(stateDir, 'identity.json')).mode & 0o777).toBe(0o600);
    expect(statSync(stateDir).mode & 0o777).toBe(0o700);
    expect(server.upgrades[0]?.headers['sec-websocket-protocol']).toBe('rmm.v1');
  });

  it('goes on over the same socket, and comes back with the device credential', async () => {
    const server = await testServer();
    const stateDir = scratch();
    startAgent(server, stateDir);
    await until(() => loadIdentity(stateDir)?.device_id);
    const job = runFrame('echo here');
    server.send(job);
    expect(await server.frame('job.result', job.job_id)).toMatchObject({ stdout: 'here\n' });
    expect(server.upgrades).toHaveLength(1);
    server.drop();
    await server.frame('hello');
    expect(server.upgrades[1]?.headers.authorization).toMatch(/^Device rmd_[\w-]{43}$/);
  });

  it('is repeated with the same install_id when the server dies before it answers', async () => {
    const server = await testServer();
    const stateDir = scratch();
    let answers = 0;
    server.behaviour.answerEnroll = (socket) => {
      answers += 1;
      if (answers === 1) socket.terminate();
      return answers > 1;
    };
    startAgent(server, stateDir);
    await until(() => loadIdentity(stateDir)?.device_id);
    expect(server.of('enroll')).toHaveLength(2);
    expect(server.devices).toHaveLength(1);
  });

  it('ends with a sentence and its own exit code when the token is refused', async () => {
    const server = await testServer();
    const agent = startAgent(server, scratch(), { flags: { enrollToken: 'rme_bad' } });
    expect(await agent.exit).toBe(4);
    expect(agent.lines.join('\n')).toContain('refused the enrollment: the server answered with HTTP status 401');
  });

  it('ends likewise when the token is used up at the last moment', async () => {
    const server = await testServer();
    server.behaviour.tokenUses = 0;
    const agent = startAgent(server, scratch());
    expect(await agent.exit).toBe(4);
    expect(agent.lines.join('\n')).toContain('token used up');
  });

  it('with -enroll-only stores the identity and exits, and a second time says so without a connection', async () => {
    const server = await testServer();
    const stateDir = scratch();
    expect(await startAgent(server, stateDir, { flags: { enrollOnly: true } }).exit).toBe(0);
    expect(loadIdentity(stateDir)?.device_id).toBe(server.devices[0]?.device_id);
    const again = startAgent(server, stateDir, { flags: { enrollOnly: true, enrollToken: 'rme_other' } });
    expect(await again.exit).toBe(0);
    expect(server.upgrades).toHaveLength(1);
  });

  it('starts afresh without the jobs of an earlier identity', async () => {
    const server = await testServer();
    const stateDir = scratch();
    mkdirSync(join(stateDir, 'spool/jobs'), { recursive: true });
    const job = runFrame('true');
    writeFileSync(join(stateDir, `spool/jobs/000000000001-${job.job_id}.queued`), JSON.stringify(job));
    startAgent(server, stateDir);
    await until(() => loadIdentity(stateDir)?.device_id);
    expect(readdirSync(join(stateDir, 'spool/jobs'))).toEqual([]);
  });

  it('a stored identity wins over the token', async () => {
    const server = await testServer();
    const stateDir = scratch();
    await startAgent(server, stateDir, { flags: { enrollOnly: true } }).exit;
    startAgent(server, stateDir, { flags: { server: undefined, enrollToken: 'rme_other' } });
    await server.frame('hello');
    expect(server.devices).toHaveLength(1);
  });
});

describe('a connected agent', () => {
  async function connected(changes: Parameters<typeof startAgent>[2] = {}) {
    const server = await testServer();
    const stateDir = scratch();
    const agent = startAgent(server, stateDir, changes);
    await until(() => loadIdentity(stateDir)?.device_id);
    return { server, stateDir, agent };
  }

  it('acknowledges a job when it is in the spool, then tells of its start, its output and its result', async () => {
    const { server, stateDir } = await connected();
    const go = join(stateDir, 'go');
    const job = runFrame(`echo one; until [ -e ${go} ]; do sleep 0.05; done; echo two`);
    server.send(job);
    expect(await server.frame('job.output')).toMatchObject({ offset: 0, text: 'one\n' });
    writeFileSync(go, '');
    const result = await server.frame('job.result', job.job_id);
    expect(result).toMatchObject({ outcome: 'exited', exit_code: 0, stdout: 'one\ntwo\n', output_truncated: false });
    const about = server.frames.filter((frame) => 'job_id' in frame || frame.t === 'ack').map(({ t }) => t);
    // The last of the output goes out before its result, or with it alone.
    expect(about.filter((t, at) => t !== about[at - 1])).toEqual(['ack', 'job.started', 'job.output', 'job.result']);
    expect(server.broken).toEqual([]);
  });

  it('runs a repeated job.run once, while it runs and long after', async () => {
    const { server, stateDir } = await connected();
    const file = join(stateDir, 'count');
    const job = runFrame(`echo ran >> ${file}; sleep 0.3`);
    server.send(job);
    server.send(job);
    await server.acked(job.id, 2);
    await server.frame('job.result', job.job_id);
    await until(() => readdirSync(join(stateDir, 'spool/results')).length === 0);
    server.send(job);
    await server.acked(job.id, 3);
    server.drop();
    await server.frame('hello');
    server.send(job);
    await server.acked(job.id, 4);
    expect(readFileSync(file, 'utf8')).toBe('ran\n');
    expect(server.of('job.started')).toHaveLength(1);
  });

  it('sends a result again over each new connection until it is acknowledged', async () => {
    const { server, stateDir } = await connected();
    server.behaviour.acknowledge = (frame) => frame.t !== 'job.result';
    const job = runFrame('echo once');
    server.send(job);
    await server.frame('job.result', job.job_id);
    server.drop();
    await server.frame('job.result', job.job_id, 2);
    expect(readdirSync(join(stateDir, 'spool/results'))).toHaveLength(1);
    server.behaviour.acknowledge = () => true;
    server.drop();
    await server.frame('job.result', job.job_id, 3);
    await until(() => readdirSync(join(stateDir, 'spool/results')).length === 0);
    server.drop();
    await server.frame('hello', undefined, 3);
    expect(server.of('job.result')).toHaveLength(3);
  });

  it('keeps a result made while the server was away', async () => {
    const { server } = await connected();
    const job = runFrame('sleep 0.5; echo done');
    server.behaviour.refuse = () => '503 Service Unavailable';
    server.send(job);
    await server.frame('job.started', job.job_id);
    server.drop();
    await until(() => server.upgrades.length > 5);
    server.behaviour.refuse = undefined;
    expect(await server.frame('job.result', job.job_id)).toMatchObject({ stdout: 'done\n' });
  });

  it('tells in its hello which jobs it holds', async () => {
    const { server } = await connected();
    const jobs = Array.from({ length: 6 }, () => runFrame('sleep 30'));
    for (const job of jobs) server.send(job);
    for (const job of jobs) await server.acked(job.id);
    await until(() => server.of('job.started').length === 4);
    server.drop();
    const hello = await server.frame('hello');
    expect(hello.jobs.sort()).toEqual(jobs.map((job) => job.job_id).sort());
    for (const job of jobs) server.send(cancelFrame(job.job_id));
    for (const job of jobs)
      expect(await server.frame('job.result', job.job_id)).toMatchObject({ outcome: 'cancelled' });
    expect(server.of('job.started')).toHaveLength(4);
  });

  it('answers the cancellation of a job that never arrived, and does not run it afterwards', async () => {
    const { server } = await connected();
    const job = runFrame('echo no');
    server.send(cancelFrame(job.job_id));
    expect(await server.frame('job.result', job.job_id)).toMatchObject({ outcome: 'cancelled', started_at: null });
    server.send(job);
    await server.acked(job.id);
    expect(server.of('job.started')).toHaveLength(0);
  });

  it('ignores frames it does not know and refuses the acknowledgement of those that ask for one', async () => {
    const { server } = await connected();
    server.sendText('nonsense');
    server.send({ t: 'from.the.future', more: 1 });
    server.send({ t: 'job.run', id: 'x:run', job_id: 'not an id', shell: 'fish', script: 1 });
    expect(await server.acked('x:run')).toMatchObject({ refused: 'not understood by this agent' });
    const job = runFrame('echo still here');
    server.send(job);
    await server.frame('job.result', job.job_id);
    expect(server.connections()).toBe(1);
  });

  it('refuses a script that is too long', async () => {
    const { server } = await connected();
    const job = runFrame(`echo ${'é'.repeat(200_000)}`);
    server.send(job);
    expect(await server.frame('job.result', job.job_id)).toMatchObject({
      outcome: 'refused',
      error: 'The script is too long.',
    });
  });

  it('with a full spool drops output first, then refuses jobs, first by a result and in the end by the acknowledgement', async () => {
    const { server } = await connected({ spoolLimit: 12 * 1024 });
    server.behaviour.acknowledge = (frame) => frame.t !== 'job.result';
    const jobs: ReturnType<typeof runFrame>[] = [];
    const refusals = () => server.of('ack').filter((ack) => ack.refused === 'The spool of the agent is full.');
    while (refusals().length === 0) {
      const job = runFrame('yes | head -c 5000');
      jobs.push(job);
      server.send(job);
      const { refused } = await server.acked(job.id);
      if (refused === undefined) await server.frame('job.result', job.job_id);
    }
    const outcomes = new Set(server.of('job.result').map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['exited', 'refused']));
    server.behaviour.acknowledge = () => true;
    server.drop();
    // What comes again has lost its output, all but the latest, and is all there.
    const ids = jobs.slice(0, -1).map((job) => job.job_id);
    for (const id of ids) await server.frame('job.result', id, 2);
    expect(server.of('job.result').some(({ stdout }) => stdout === '\n… 5000 bytes omitted …\n')).toBe(true);
    const after = runFrame('echo room again');
    server.send(after);
    expect(await server.frame('job.result', after.job_id)).toMatchObject({ outcome: 'exited' });
  });

  it('tells of facts that changed, and of nothing when they did not', async () => {
    const server = await testServer();
    server.behaviour.factsSec = 10;
    const look = vi.spyOn(globalThis, 'setInterval');
    let needs_reboot = false;
    let reads = 0;
    async function facts() {
      reads += 1;
      return { ...(await linux.facts()), needs_reboot };
    }
    startAgent(server, scratch(), { platform: { ...linux, facts } });
    const [everyTenSeconds] = await until(() => look.mock.calls.find(([, ms]) => ms === 10_000));
    await everyTenSeconds();
    expect(reads).toBe(2);
    needs_reboot = true;
    await everyTenSeconds();
    look.mockRestore();
    expect((await server.frame('facts')).facts.needs_reboot).toBe(true);
    expect(server.of('facts')).toHaveLength(1);
  });

  it('stops for good when its identity is revoked, and ends what runs', async () => {
    const { server, stateDir, agent } = await connected();
    const job = runFrame('sleep 60');
    server.send(job);
    await server.frame('job.started', job.job_id);
    server.send({ t: 'revoked', reason: 'device deleted' });
    expect(await agent.exit).toBe(3);
    expect(loadIdentity(stateDir)?.revoked_at).toEqual(expect.any(String));
    expect(await startAgent(server, stateDir).exit).toBe(3);
    expect(server.upgrades).toHaveLength(1);
  });

  it('does so at a close with code 4003 too', async () => {
    const { server, agent } = await connected();
    await until(() => server.connections() === 1);
    server.close(4003);
    expect(await agent.exit).toBe(3);
  });

  it('stays when its credential is refused, and says so', async () => {
    const { server, agent } = await connected();
    server.behaviour.refuse = () => '401 Unauthorized';
    server.drop();
    await until(() => agent.lines.some((line) => line.includes('HTTP status 401')));
    const [line = ''] = agent.lines.filter((candidate) => candidate.includes('HTTP status 401'));
    expect(JSON.parse(line.slice(line.indexOf('{'))).retry_in_ms).toBeGreaterThanOrEqual(15_000);
    expect(await agent.stop()).toBe(0);
  });

  it('reports what runs as interrupted when it is asked to stop, before it goes', async () => {
    const { server, agent } = await connected();
    const job = runFrame('echo begun; sleep 60');
    server.send(job);
    await server.frame('job.output', job.job_id);
    expect(await agent.stop()).toBe(0);
    expect(server.of('job.result')).toMatchObject([{ job_id: job.job_id, outcome: 'interrupted', stdout: 'begun\n' }]);
  });

  it('refuses to share its state folder', async () => {
    const { server, stateDir } = await connected();
    await expect(startAgent(server, stateDir).exit).rejects.toThrow(/Another agent \(pid \d+\) uses/);
  });
});
