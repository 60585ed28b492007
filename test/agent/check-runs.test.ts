/** check.run to check.result over a real socket, and the runs behind it. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnswers } from '../../agent/checks/answers.ts';
import { sampleCpu } from '../../agent/checks/cpu-samples.ts';
import { openCheckRuns } from '../../agent/checks/runs.ts';
import { endLeftovers } from '../../agent/checks/script-runner.ts';
import { jobEnvironment } from '../../agent/jobs/environment.ts';
import { startJob } from '../../agent/jobs/run.ts';
import { acknowledged, attach, createOutbox } from '../../agent/link/outbox.ts';
import type { CheckPlatform } from '../../agent/platform/checks.ts';
import { linuxChecks } from '../../agent/platform/linux/checks/index.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import { members } from '../../agent/platform/linux/processes.ts';
import { CheckResult, type CheckRun } from '../../schema/agent-checks.ts';
import { checkFrame, scratch, startAgent, testServer, until } from './agents.ts';

const scriptFrame = (script: string, more: Partial<CheckRun> = {}) =>
  checkFrame('script', { shell: 'sh', script }, more);

function open(platform: Partial<CheckPlatform> = {}, heard: (said: CheckResult) => void = () => undefined) {
  const results: CheckResult[] = [];
  const outbox = createOutbox(() => undefined);
  attach(outbox, (text) => {
    const said = CheckResult.parse(JSON.parse(text));
    results.push(said);
    heard(said);
  });
  const cpu = sampleCpu(linuxChecks.cpuTimes);
  const run = {
    platform: linux,
    env: jobEnvironment(process.env),
    runFolder: join(scratch(), 'run-checks'),
    now: () => new Date(),
    timing: { graceMs: 300, drainMs: 300, stuckMs: 300 },
  };
  const runs = openCheckRuns({
    platform: { ...linuxChecks, ...platform },
    cpu,
    answers: createAnswers(outbox),
    run,
    stuckMs: 500,
  });
  onTestFinished(async () => {
    cpu.stop();
    await runs.stop();
  });
  const result = (frame: CheckRun) =>
    until(() => results.find(({ execution_id }) => execution_id === frame.execution_id));
  return { ...runs, run, outbox, results, result };
}

describe('an agent', () => {
  it('answers each check.run once, and a repeat with the same result', async () => {
    const server = await testServer();
    startAgent(server, scratch());
    await until(() => server.connections() === 1 && server.of('enroll').length === 1);
    const frames = [
      checkFrame('memory'),
      checkFrame('diskspace'),
      checkFrame('colour'),
      scriptFrame('echo value=7; exit 1'),
    ];
    await until(() => {
      server.send(frames[0] ?? {});
      return server.of('check.result').length > 0;
    });
    for (const frame of frames) server.send(frame);
    await until(() => new Set(server.of('check.result').map(({ execution_id }) => execution_id)).size === 4);
    const of = (frame?: CheckRun) =>
      server.of('check.result').find(({ execution_id }) => execution_id === frame?.execution_id);
    expect(of(frames[0])).toMatchObject({ verdict: 'ok', check_id: frames[0]?.check_id });
    expect(of(frames[2])).toMatchObject({ verdict: 'unknown', output: 'This agent does not know the check colour.' });
    expect(of(frames[3])).toMatchObject({ verdict: 'warning', value: 7 });
    expect(server.broken).toEqual([]);
  });

  it('keeps a result until it is acknowledged, over the next connection too', async () => {
    const server = await testServer();
    server.behaviour.acknowledge = (frame) => frame.t !== 'check.result';
    startAgent(server, scratch());
    await until(() => server.of('enroll').length === 1);
    const frame = checkFrame('uptime');
    server.send(frame);
    await server.frame('check.result');
    server.behaviour.acknowledge = () => true;
    server.drop();
    const again = await server.frame('check.result', undefined, 2);
    expect(again.id).toBe(`${frame.execution_id}:result`);
    server.drop();
    await server.frame('hello', undefined, 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.of('check.result')).toHaveLength(2);
  });
});

describe('a script', () => {
  it.each([
    ['echo value=12.5; echo fine', 'ok', 12.5, 'fine'],
    ['echo low; exit 1', 'warning', null, 'low'],
    ['echo broken >&2; exit 2', 'error', null, 'broken'],
    ['exit 0', 'ok', null, 'Exit code 0.'],
    ['kill -9 $$', 'error', null, 'Exit code 137.'],
  ])('%j', async (script, verdict, value, output) => {
    const { receive, result } = open();
    const frame = scriptFrame(script);
    receive(frame);
    expect(await result(frame)).toMatchObject({ verdict, value, output });
  });

  it('gets its arguments and variables, and none of the agent', async () => {
    const { receive, result } = open();
    const script = 'echo "$1|$GREETING|$(env | grep -c ^RMM_)|$RMM_JOB"';
    const frame = checkFrame('script', { shell: 'sh', script, args: ['a b'], env: { GREETING: 'hé;llo' } });
    receive(frame);
    expect((await result(frame)).output).toBe(`a b|hé;llo|1|${frame.execution_id}`);
  });

  it('without its interpreter is unknown', async () => {
    const { receive, result } = open();
    const frame = checkFrame('script', { shell: 'cmd', script: 'dir' });
    receive(frame);
    expect(await result(frame)).toMatchObject({
      verdict: 'unknown',
      output: expect.stringContaining('no interpreter'),
    });
  });

  it('that prints much keeps head and tail within 4 KiB', async () => {
    const { receive, result } = open();
    const frame = scriptFrame(
      'echo value=1; i=0; while [ $i -lt 3000 ]; do echo "é line $i"; i=$((i+1)); done; echo last',
    );
    receive(frame);
    const { value, output } = await result(frame);
    expect(value).toBe(1);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(4096);
    expect(output.startsWith('é line 0\n')).toBe(true);
    expect(output.endsWith('last')).toBe(true);
    expect(output).not.toContain('\u{fffd}');
  });

  it('that does not end in time is unknown at that moment, and everything it started is ended', async () => {
    let runningStill = 0;
    const { receive, result, run } = open({}, ({ execution_id }) => {
      runningStill = members(execution_id, undefined).length;
    });
    const frame = scriptFrame('setsid sleep 60 & trap "" TERM; while :; do sleep 1; done', { timeout_sec: 3 });
    receive(frame);
    const said = await result(frame);
    expect(said).toMatchObject({ verdict: 'unknown', output: 'It did not end within 3 seconds.' });
    expect(runningStill).toBeGreaterThan(1);
    await until(() => members(frame.execution_id, undefined).length === 0);
    await until(() => !existsSync(join(run.runFolder, frame.execution_id)));
  });

  it('that an agent which was killed has left behind is ended by the next', async () => {
    const { run } = open();
    const job = { job_id: randomUUID(), shell: 'sh' as const, script: 'sleep 60 & sleep 60', timeout_sec: 60 };
    await startJob(job, run, () => undefined);
    await until(() => members(job.job_id, undefined).length === 3);
    await endLeftovers(run);
    expect(members(job.job_id, undefined)).toEqual([]);
    expect(existsSync(run.runFolder)).toBe(false);
    mkdirSync(run.runFolder);
    await endLeftovers(run);
  });
});

describe('runs', () => {
  it('are eight at once, of them four scripts, and the others wait', async () => {
    let busy = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const load = () =>
      new Promise<number>((resolve) => {
        most = Math.max(most, ++busy);
        gates.push(() => {
          busy--;
          resolve(1);
        });
      });
    const { receive, results } = open({ load });
    const folder = scratch();
    const scripts = Array.from({ length: 6 }, () => scriptFrame(`touch ${folder}/$RMM_JOB; sleep 60`));
    for (const frame of scripts) receive(frame);
    for (let count = 0; count < 10; count++) receive(checkFrame('load'));
    const started = () => scripts.filter(({ execution_id }) => existsSync(join(folder, execution_id))).length;
    await until(() => gates.length === 4 && started() === 4);
    for (let gate = gates.shift(); results.length < 10; gate = gates.shift()) {
      gate?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(most).toBe(4);
    expect(started()).toBe(4);
  });

  it('take their waiting into their time', async () => {
    const load = () => new Promise<number>(() => undefined);
    const { receive, result } = open({ load });
    for (let count = 0; count < 8; count++) receive(checkFrame('load'));
    const late = checkFrame('uptime', {}, { timeout_sec: 1 });
    receive(late);
    expect(await result(late)).toMatchObject({
      verdict: 'unknown',
      output: 'Other checks left no room for it within 1 second.',
    });
  });

  it('of one that hangs beyond its end are not tried again until it comes back', async () => {
    const gates: (() => void)[] = [];
    const load = () => new Promise<number>((resolve) => gates.push(() => resolve(1)));
    const { receive, results } = open({ load });
    const check_id = randomUUID();
    const again = () => receive(checkFrame('load', {}, { check_id, timeout_sec: 1 }));
    again();
    await until(() => results.length === 1);
    await until(() => {
      again();
      return results.some(({ output }) => output === 'An earlier reading of this check still hangs.');
    });
    const tried = gates.length;
    for (const gate of gates) gate();
    await until(() => {
      again();
      return gates.length > tried;
    });
  });

  it('are ignored while they run and answered again when they are done', async () => {
    const gates: (() => void)[] = [];
    const load = () => new Promise<number>((resolve) => gates.push(() => resolve(1)));
    const { receive, result, results, outbox } = open({ load });
    const frame = checkFrame('load');
    receive(frame);
    receive(frame);
    await until(() => gates.length === 1);
    receive(frame);
    gates[0]?.();
    const said = await result(frame);
    acknowledged(outbox, said.id);
    receive(frame);
    await until(() => results.length === 2);
    expect(results[1]).toEqual(said);
    expect(gates).toHaveLength(1);
  });

  it('are remembered a few hundred times', async () => {
    let count = 0;
    const load = async () => ++count;
    const { receive, results, outbox } = open({ load });
    const first = checkFrame('load');
    receive(first);
    for (let more = 0; more < 300; more++) receive(checkFrame('load'));
    await until(() => {
      for (const { id } of results) acknowledged(outbox, id);
      return count === 301 && results.length === 301;
    });
    receive(first);
    await until(() => count === 302);
  });

  it('leave no answer when the agent stops, and no process', async () => {
    const { receive, stop, results } = open();
    const frame = scriptFrame('sleep 60');
    receive(frame);
    await until(() => members(frame.execution_id, undefined).length > 0);
    await stop();
    expect(members(frame.execution_id, undefined)).toEqual([]);
    receive(scriptFrame('true'));
    expect(results).toEqual([]);
  });
});
