import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobEnvironment } from '../../agent/jobs/environment.ts';
import { type Cause, startJob } from '../../agent/jobs/run.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import { findCommand } from '../../agent/platform/linux/interpreters.ts';
import { members, parseStat, processes } from '../../agent/platform/linux/processes.ts';
import type { Shell } from '../../schema/shell.ts';
import { scratch, until } from './agents.ts';

const env = jobEnvironment(process.env);
const timing = { graceMs: 2000, drainMs: 1000, stuckMs: 1000 };
type Options = {
  timeout_sec?: number;
  env?: NodeJS.ProcessEnv;
  graceMs?: number;
  args?: string[];
  variables?: Record<string, string>;
};

async function start(shell: Shell, script: string, options: Options = {}) {
  const { args, variables, timeout_sec = 30 } = options;
  const job = { job_id: randomUUID(), shell, script, timeout_sec, args, env: variables };
  const runFolder = scratch();
  const context = {
    platform: linux,
    env: options.env ?? env,
    runFolder,
    now: () => new Date(),
    timing: { ...timing, graceMs: options.graceMs ?? timing.graceMs },
  };
  const pieces: string[] = [];
  const begun = await startJob(job, context, (_offset, text) => void pieces.push(text));
  const done = 'done' in begun ? begun.done : Promise.resolve(begun);
  const end = (cause: Cause) => 'done' in begun && begun.end(cause);
  return { job, runFolder, pieces, begun, done, end };
}

async function run(shell: Shell, script: string, options: Options = {}) {
  const ended = await (await start(shell, script, options)).done;
  return { outcome: ended.outcome, exit_code: ended.exit_code, error: ended.error, ...ended.kept() };
}

/** The process that leads the job's own session. */
function leaderOf(jobId: string): number | undefined {
  const marked = members(jobId, undefined);
  return processes().find(({ pid, session }) => pid === session && marked.includes(pid))?.pid;
}

/** A PATH that has only these commands of this machine. */
function pathWith(...commands: string[]): string {
  const folder = scratch();
  for (const command of commands)
    symlinkSync(findCommand(command, process.env.PATH ?? '') ?? '/bin/false', join(folder, command));
  return folder;
}

describe('the shells', () => {
  it.each([
    ['bash', '[[ b =~ ^b$ ]] && echo bash $((2**10)); exit 3', 'bash 1024\n', 3],
    ['sh', 'echo "sh $((1+1))"; exit 4', 'sh 2\n', 4],
    ['python', 'import sys\nprint("python", sys.version_info[0])\nsys.exit(5)', 'python 3\n', 5],
  ] as const)('%s runs a script and gives its exit code', async (shell, script, text, exit_code) => {
    expect(await run(shell, script)).toMatchObject({ outcome: 'exited', exit_code, text, error: null });
  });

  it.each(['cmd', 'powershell'] as const)('%s is answered with 127 where it does not exist', async (shell) => {
    const result = await run(shell, 'echo x', { env: { ...env, PATH: pathWith('sh') } });
    expect(result).toMatchObject({ outcome: 'no_interpreter', exit_code: 127, text: '' });
    expect(result.error).toContain(shell);
  });

  it('python falls back from python3 to python', async () => {
    const real = execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim();
    const folder = scratch();
    symlinkSync(real, join(folder, 'python'));
    expect(linux.interpreter('python', { PATH: folder })?.argv('x.py')[0]).toBe(join(folder, 'python'));
    expect(linux.interpreter('python', { PATH: '/nowhere' })).toBeNull();
  });

  it('take the script from a file that only the agent can read, in a folder that goes away', async () => {
    const { done, runFolder, job } = await start(
      'python',
      'import os, sys, stat\nprint(oct(os.stat(sys.argv[0]).st_mode & 0o777), os.getcwd())',
    );
    expect(statSync(join(runFolder, job.job_id)).mode & 0o777).toBe(0o700);
    expect((await done).kept().text).toBe(`0o600 ${join(runFolder, job.job_id)}\n`);
    expect(readdirSync(runFolder)).toEqual([]);
  });

  it.each([
    ['bash', 'printf "%s|" "$#" "$1" "$2" "$NAME"'],
    ['python', 'import os, sys\nprint(len(sys.argv) - 1, *sys.argv[1:], os.environ["NAME"], sep="|", end="|")'],
  ] as const)('%s gets arguments and variables as they are, and no shell reads them', async (shell, script) => {
    const options = { args: ['-c $(id)', "it's; *"], variables: { NAME: '$HOME `id`' } };
    expect((await run(shell, script, options)).text).toBe("2|-c $(id)|it's; *|$HOME `id`|");
  });

  it('cannot be told by a variable that it is another job', async () => {
    const { job, done } = await start('sh', 'printf %s "$RMM_JOB"', { variables: { RMM_JOB: 'another' } });
    expect((await done).kept().text).toBe(job.job_id);
  });

  it('run exactly the script that was approved, with its line ends and quotes', async () => {
    const script = 'echo \'a"b\'; printf %s "$(cat "$0" | wc -c)"\n# ü\r\n';
    expect((await run('sh', script)).text).toBe(`a"b\n${Buffer.byteLength(script)}`);
  });
});

describe('a running job', () => {
  it('has stdout and stderr in the order in which they were written, and may write to /dev/stderr', async () => {
    const script = 'for i in 1 2 3; do echo out $i; echo err $i >&2; echo dev $i >/dev/stderr; done';
    expect((await run('bash', script)).text).toBe([1, 2, 3].map((i) => `out ${i}\nerr ${i}\ndev ${i}\n`).join(''));
  });

  it('sees none of the agent’s settings, but its own id and a usable PATH', async () => {
    const secret = { RMM_ENROLL: 's', BUN_OPTIONS: 's', NODE_OPTIONS: 's', NOTIFY_SOCKET: 's', KEPT: 'k' };
    const result = await run('sh', 'env', { env: jobEnvironment(secret) });
    const seen = Object.fromEntries(
      result.text
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    expect(Object.keys(seen).filter((name) => /^(BUN|NODE|NOTIFY)/.test(name))).toEqual([]);
    expect(Object.keys(seen).filter((name) => name.startsWith('RMM_'))).toEqual(['RMM_JOB']);
    expect(seen).toMatchObject({
      KEPT: 'k',
      HOME: '/root',
      LANG: 'C.UTF-8',
      PATH: expect.stringContaining('/usr/bin'),
    });
  });

  it('reads an empty standard input', async () => {
    expect(await run('sh', 'cat; echo end')).toMatchObject({ text: 'end\n', exit_code: 0 });
  });

  it('streams while it runs', async () => {
    const { pieces, done, end } = await start('sh', 'echo first; sleep 60');
    await until(() => pieces.length > 0);
    expect(pieces).toEqual(['first\n']);
    end('cancelled');
    await done;
  });

  it('that a signal ended has 128 + its number as exit code', async () => {
    expect(await run('sh', 'kill -SEGV $$')).toMatchObject({
      outcome: 'exited',
      exit_code: 139,
      error: 'Ended by SIGSEGV.',
    });
  });

  it('keeps 1 MiB of what it prints', async () => {
    const result = await run('sh', 'echo begin; yes é | head -c 30000000; echo end');
    expect(result).toMatchObject({ outcome: 'exited', truncated: true, bytes: 30_000_010 });
    expect(result.text).toMatch(/^begin\né\n/);
    expect(result.text).toMatch(/é\nend\n$/);
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(1024 * 1024);
    expect(Buffer.byteLength(result.text)).toBeGreaterThan(1024 * 1024 - 100);
  });

  it('has ended when its script has, whatever it left in the background', async () => {
    const { done, job } = await start('sh', 'sleep 60 & echo left');
    expect((await done).kept().text).toBe('left\n');
    const left = members(job.job_id, undefined);
    expect(left).toHaveLength(1);
    for (const pid of left) process.kill(pid, 'SIGKILL');
  });

  it('that cannot be started is refused with the reason', async () => {
    const folder = scratch();
    const broken = { ...linux, openOutput: async () => Promise.reject(new Error('ENOSPC: no space left on device')) };
    const job = { job_id: randomUUID(), shell: 'sh' as const, script: 'true', timeout_sec: 30 };
    const context = { platform: broken, env, runFolder: folder, now: () => new Date(), timing };
    const ended = await startJob(job, context, () => undefined);
    expect(ended).toMatchObject({
      outcome: 'refused',
      error: 'The job could not be started: ENOSPC: no space left on device',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no descriptor open', async () => {
    await run('sh', 'true');
    const before = readdirSync('/proc/self/fd').length;
    for (let round = 0; round < 5; round++) await run('sh', 'sleep 0.01 & echo x');
    await until(() => readdirSync('/proc/self/fd').length <= before + 1);
  });
});

describe('ending a job', () => {
  const everywhere = (ready: string) => `
    trap 'echo asked; exit' TERM
    sh -c 'trap "" TERM; while :; do sleep 0.1; done' &
    setsid sh -c 'trap "" TERM; while :; do sleep 0.1; done' &
    setsid env -i /bin/sh -c 'trap "" TERM; while :; do sleep 0.1; done' &
    touch ${ready}
    while :; do sleep 0.1; done`;

  it('kills the whole tree: children that ignore TERM, other sessions, cleared environments', async () => {
    const ready = join(scratch(), 'ready');
    const { done, end, job, begun } = await start('bash', everywhere(ready), { graceMs: 3000 });
    await until(() => existsSync(ready));
    expect(begun).toHaveProperty('startedAt');
    const leader = leaderOf(job.job_id);
    await until(() => members(job.job_id, leader).length >= 4);
    const pids = members(job.job_id, leader);
    end('cancelled');
    const ended = await done;
    expect(ended).toMatchObject({ outcome: 'cancelled', exit_code: null, error: null });
    expect(ended.kept().text).toContain('asked');
    const alive = processes().filter(({ pid, state }) => pids.includes(pid) && state !== 'Z');
    expect(alive).toEqual([]);
  });

  it('happens at its timeout', async () => {
    const { done } = await start('sh', 'echo before; setsid sleep 60; echo after', { timeout_sec: 3 });
    const ended = await done;
    expect(ended).toMatchObject({ outcome: 'timed_out', exit_code: null });
    expect(ended.kept().text).toBe('before\n');
  });

  it('does not wait for the grace time when everything goes at once', async () => {
    const { done, end } = await start('sh', 'sleep 60', { graceMs: 600_000 });
    end('interrupted');
    expect(await done).toMatchObject({ outcome: 'interrupted' });
  });

  it('comes too late for a job that has exited, while its output is still being read', async () => {
    const { done, end, job } = await start('sh', 'sleep 0.2; sleep 60 & exit 7');
    const leader = leaderOf(job.job_id);
    await until(() => !processes().some(({ pid }) => pid === leader));
    end('cancelled');
    expect(await done).toMatchObject({ outcome: 'exited', exit_code: 7 });
    for (const pid of members(job.job_id, undefined)) process.kill(pid, 'SIGKILL');
  });

  it('the first cause counts', async () => {
    const { done, end } = await start('sh', 'sleep 60');
    end('cancelled');
    end('timed_out');
    expect((await done).outcome).toBe('cancelled');
  });

  it('does not end the agent itself, though a job started it', () => {
    expect(members(randomUUID(), process.pid)).not.toContain(process.pid);
  });
});

describe('/proc/<pid>/stat', () => {
  it('is read whatever the process is called', () => {
    const rest = 'S 1 42 43 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 777 0 0';
    expect(parseStat(`42 (a) S) b ( ${')'} ${rest}`)).toEqual({
      pid: 42,
      parent: 1,
      group: 42,
      session: 43,
      state: 'S',
      start: '777',
    });
    expect(parseStat('')).toBeUndefined();
  });

  it('of this process names its parent', () => {
    expect(parseStat(readFileSync('/proc/self/stat', 'utf8'))).toMatchObject({
      pid: process.pid,
      parent: process.ppid,
    });
  });
});
