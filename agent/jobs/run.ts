/** One job from its script to its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Interpreter, OutputPipe, Platform } from '../platform/platform.ts';
import type { Job } from '../spool/spool.ts';
import { sentence } from '../text.ts';
import { createOutput } from './output.ts';
import { type Ended, notRun } from './result.ts';
import { createStream, type SendPiece } from './stream.ts';

export type Timing = {
  /** Between asking a job's processes to end and forcing them. */
  graceMs: number;
  /** A job's background processes may hold its pipe open; after its exit it is read this long at most. */
  drainMs: number;
  /** After its tree was killed, a process that still has not ended hangs in the kernel. */
  stuckMs: number;
};
export const timing: Timing = { graceMs: 5000, drainMs: 1000, stuckMs: 10_000 };

/** Why a running job is being ended from outside. */
export type Cause = 'timed_out' | 'cancelled' | 'interrupted';
export type Running = { startedAt: Date; end: (cause: Cause) => void; done: Promise<Ended> };

export type RunContext = {
  platform: Platform;
  env: NodeJS.ProcessEnv;
  /** A folder of its own for each job lies under this one. */
  runFolder: string;
  now: () => Date;
  timing: Timing;
};

/** Starts a job. What cannot be started has ended: no interpreter, or refused with the reason. */
export async function startJob(job: Job, context: RunContext, send: SendPiece): Promise<Running | Ended> {
  const interpreter = context.platform.interpreter(job.shell, context.env);
  if (!interpreter) return notRun('no_interpreter', `This machine has no interpreter for ${job.shell}.`, 127);
  const folder = join(context.runFolder, job.job_id);
  let pipe: OutputPipe | undefined;
  try {
    const script = writeScript(folder, job, interpreter);
    pipe = await context.platform.openOutput(folder);
    const child = spawnScript(job, interpreter.argv(script), folder, pipe, context.env);
    const exit = exitOf(child);
    await once(child, 'spawn');
    return watch(job, { child, exit, pipe, folder }, context, send);
  } catch (error) {
    pipe?.childStarted();
    await pipe?.close();
    rmSync(folder, { recursive: true, force: true });
    return notRun('refused', `The job could not be started: ${sentence(error)}`);
  }
}

function writeScript(folder: string, job: Job, interpreter: Interpreter): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `script.${interpreter.extension}`);
  writeFileSync(path, job.script, { mode: 0o600, flag: 'wx' });
  return path;
}

function spawnScript(job: Job, argv: [string, ...string[]], cwd: string, pipe: OutputPipe, env: NodeJS.ProcessEnv) {
  const [command, ...args] = argv;
  return spawn(command, [...args, ...(job.args ?? [])], {
    cwd,
    detached: true, // a session and group of its own (setsid)
    stdio: ['ignore', pipe.writeEnd, pipe.writeEnd],
    env: { ...env, ...job.env, RMM_JOB: job.job_id },
  });
}

type Exit = { code: number | null; signal: NodeJS.Signals | null };

const exitOf = (child: ChildProcess) =>
  new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));

type Started = { child: ChildProcess; exit: Promise<Exit>; pipe: OutputPipe; folder: string };

function watch(job: Job, started: Started, context: RunContext, send: SendPiece): Running {
  const { child, exit, pipe, folder } = started;
  const { platform, timing } = context;
  const startedAt = context.now();
  const output = createOutput();
  const stream = createStream(send);
  pipe.childStarted();
  const read = pipe.read((chunk) => stream.push(output.write(chunk)));
  const killed = Promise.withResolvers<undefined>();
  let cause: Cause | undefined;

  function end(why: Cause) {
    if (cause || child.exitCode !== null || child.signalCode !== null) return;
    cause = why;
    platform.endTree(job.job_id, child.pid, timing.graceMs).then(() => killed.resolve(undefined), killed.reject);
  }
  const timer = setTimeout(end, job.timeout_sec * 1000, 'timed_out');

  async function ended(): Promise<Ended> {
    const status = await Promise.race([exit, killed.promise.then(() => within(exit, timing.stuckMs))]);
    clearTimeout(timer);
    if (cause) await killed.promise;
    await within(read, timing.drainMs);
    await pipe.close();
    output.end();
    stream.end();
    rmSync(folder, { recursive: true, force: true });
    return { ...outcomeOf(status, cause), started_at: startedAt.toISOString(), kept: output.kept };
  }
  return { startedAt, end, done: ended() };
}

/** What `promise` resolves to, or undefined after `ms`. */
const within = <T>(promise: Promise<T>, ms: number) => Promise.race([promise, delay(ms, undefined, { ref: false })]);

/** `status` is missing when the process did not end. 128 + n stands for signal n, as in shells. */
function outcomeOf(status: Exit | undefined, cause: Cause | undefined) {
  const stuck = status ? null : 'A process of the job could not be ended, even by SIGKILL.';
  if (cause) return { outcome: cause, exit_code: null, error: stuck };
  if (!status?.signal) return { outcome: 'exited' as const, exit_code: status?.code ?? null, error: stuck };
  const exit_code = 128 + constants.signals[status.signal];
  return { outcome: 'exited' as const, exit_code, error: `Ended by ${status.signal}.` };
}
