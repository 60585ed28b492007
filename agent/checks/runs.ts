/** Checks that the server asked for: each runs once, a few at a time, and is answered within its time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CheckRun } from '../../schema/agent-checks.ts';
import type { RunContext } from '../jobs/run.ts';
import type { CheckPlatform } from '../platform/checks.ts';
import { createRun } from '../platform/command.ts';
import type { Answers } from './answers.ts';
import type { CpuSamples } from './cpu-samples.ts';
import { counted } from './reading.ts';
import { prepare } from './registry.ts';
import { readingOfError, resultFrame, unknown } from './result.ts';
import { scriptRunner } from './script-runner.ts';

/** At once; of these at most SCRIPT_SLOTS run scripts, which may take hours, so that the others still get their turn. */
const SLOTS = 8;
const SCRIPT_SLOTS = 4;
/** The server has at most one execution of each check under way; more than this is no real load. */
const WAITING_MAX = 1000;
/**
 * What was started is ended within this time after it should end, or hangs in the kernel. An agent that stops waits for it,
 * and systemd waits 20 s for the agent.
 */
const STUCK_MS = 10_000;

export type CheckRunsContext = {
  platform: CheckPlatform;
  cpu: CpuSamples;
  answers: Answers;
  /** For scripts. Its folder is this part's own. */
  run: RunContext;
  /** STUCK_MS when missing. */
  stuckMs?: number;
};

type Run = { frame: CheckRun; begunAt: number; stop: AbortController; timer: NodeJS.Timeout; isAnswered: boolean };
export type CheckRuns = ReturnType<typeof openCheckRuns>;

export function openCheckRuns(context: CheckRunsContext) {
  const waiting = new Map<string, Run>();
  const running = new Map<string, Run>();
  /** Checks whose last reading was given up and has still not ended: another would hang in the same place. */
  const stuck = new Set<string>();
  const ending = new Set<Promise<void>>();
  let isOpen = true;

  function answer(run: Run, reading: ReturnType<typeof unknown>) {
    if (run.isAnswered || !isOpen) return;
    run.isAnswered = true;
    clearTimeout(run.timer);
    context.answers.add(resultFrame(run.frame, reading, performance.now() - run.begunAt));
  }

  function expire(run: Run) {
    const { execution_id, timeout_sec } = run.frame;
    const within = `within ${counted(timeout_sec, 'second')}.`;
    const hasWaited = waiting.delete(execution_id);
    answer(run, unknown(hasWaited ? `Other checks left no room for it ${within}` : `It did not end ${within}`));
    run.stop.abort(new Error('The time of the check was over.'));
  }

  function fillSlots() {
    const scripts = () => [...running.values()].filter(({ frame }) => frame.type === 'script').length;
    for (const run of waiting.values()) {
      if (running.size >= SLOTS) return;
      if (run.frame.type === 'script' && scripts() >= SCRIPT_SLOTS) continue;
      start(run);
    }
  }

  function start(run: Run) {
    const { execution_id } = run.frame;
    waiting.delete(execution_id);
    running.set(execution_id, run);
    const end = perform(run).finally(() => {
      running.delete(execution_id);
      ending.delete(end);
      if (isOpen) fillSlots();
    });
    ending.add(end);
  }

  /** Until the reading has ended, or has not although it was given up long ago. Never rejects. */
  async function perform(run: Run): Promise<void> {
    const { check_id } = run.frame;
    if (stuck.has(check_id)) return answer(run, unknown('An earlier reading of this check still hangs.'));
    const reading = read(run)
      .catch(readingOfError)
      .then((said) => {
        answer(run, said);
        stuck.delete(check_id);
        return true;
      });
    const hasEnded = await Promise.race([reading, afterAbort(run.stop.signal, context.stuckMs ?? STUCK_MS)]);
    if (!hasEnded) stuck.add(check_id);
  }

  async function read({ frame, stop: { signal } }: Run) {
    const prepared = prepare(frame.type, frame.config);
    if (!prepared) return unknown(`This agent does not know the check ${frame.type}.`);
    const { platform, cpu, run } = context;
    const { env, now } = run;
    return prepared({
      platform,
      cpu,
      env,
      now,
      signal,
      run: createRun(env, signal),
      runScript: scriptRunner(frame, run, signal),
    });
  }

  return {
    /** A repeat of what waits or runs is ignored, one of what was answered is answered again. */
    receive(frame: CheckRun) {
      const { execution_id, timeout_sec } = frame;
      if (!isOpen || waiting.has(execution_id) || running.has(execution_id) || context.answers.repeat(execution_id))
        return;
      const timer = setTimeout(() => expire(run), timeout_sec * 1000);
      const run: Run = { frame, begunAt: performance.now(), stop: new AbortController(), timer, isAnswered: false };
      if (waiting.size >= WAITING_MAX) return answer(run, unknown('Too many checks wait on this agent.'));
      waiting.set(execution_id, run);
      fillSlots();
    },
    /** Ends what runs, without an answer: the server sends what is still wanted to the next agent. */
    async stop(): Promise<void> {
      isOpen = false;
      for (const run of [...waiting.values(), ...running.values()]) {
        clearTimeout(run.timer);
        run.stop.abort(new Error('The agent stops.'));
      }
      waiting.clear();
      await Promise.all(ending);
    },
  };
}

/** Resolves `ms` after the signal was aborted; never, when it is not. */
function afterAbort(signal: AbortSignal, ms: number): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const wait = () => void delay(ms, false as const, { ref: false }).then(resolve);
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return promise;
}
