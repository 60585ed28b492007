/** Finding and ending the processes of a job through /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../text.ts';

export type Process = { pid: number; parent: number; group: number; session: number; state: string; start: string };

/** Every process carries its job's mark in its environment, wherever it moves, unless it clears that. */
export const mark = (jobId: string) => `RMM_JOB=${jobId}`;

/** How often what is left is looked at while it is being ended. */
const LOOK_EVERY_MS = 50;
/** A process that SIGKILL cannot end hangs in the kernel; nothing more can be done about it here. */
const KILL_ROUNDS = 40;

export async function endTree(jobId: string, leader: number | undefined, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  /** Start of each process found so far: once its parent is gone, nothing else may tie it to the job. */
  const known = new Map<number, string>();
  const asked = new Set<number>();
  while (performance.now() < deadline) {
    const left = members(jobId, leader, known);
    if (left.length === 0) return;
    // Whoever was forked while the others were asked is asked in the next round.
    signal(
      left.filter((pid) => !asked.has(pid)),
      'SIGTERM',
    );
    for (const pid of left) asked.add(pid);
    await delay(LOOK_EVERY_MS);
  }
  for (let round = 0; round < KILL_ROUNDS; round++) {
    const left = members(jobId, leader, known);
    if (left.length === 0) return;
    signal(left, 'SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
}

/**
 * The living processes of a job: those that carry its mark, those of the leader's group or session, those in `known`,
 * and every descendant of one of these. They are added to `known`.
 */
export function members(jobId: string, leader: number | undefined, known = new Map<number, string>()): number[] {
  // Not the agent: one that a job started carries that job's mark.
  const living = processes().filter(({ pid, state }) => pid !== process.pid && state !== 'Z' && state !== 'X');
  const found = new Set<number>();
  for (const { pid, group, session, start } of living) {
    const isLed = leader !== undefined && (pid === leader || group === leader || session === leader);
    if (isLed || known.get(pid) === start || isMarked(pid, jobId)) found.add(pid);
  }
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of living) if (found.has(parent)) found.add(pid);
  }
  for (const { pid, start } of living) if (found.has(pid)) known.set(pid, start);
  return [...found];
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // Gone by itself, or (for an agent that is not root) somebody else's: the caller sees what is left.
      if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    }
  }
}

function isMarked(pid: number, jobId: string): boolean {
  const environment = readProc(pid, 'environ');
  return environment?.split('\0').includes(mark(jobId)) ?? false;
}

export function processes(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    const stat = readProc(Number(name), 'stat');
    const parsed = stat && parseStat(stat);
    return parsed ? [parsed] : [];
  });
}

/** /proc/<pid>/stat (proc_pid_stat(5)); the name in parentheses may itself hold spaces and parentheses. */
export function parseStat(stat: string): Process | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const start = fields[19];
  if (!state || !start) return undefined;
  const pid = Number.parseInt(stat, 10);
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), state, start };
}

/** Start in clock ticks since boot, with the boot's id, so that it differs after a reboot too. */
export function processStart(pid: number): string | undefined {
  const stat = Number.isInteger(pid) ? readProc(pid, 'stat') : undefined;
  const start = stat && parseStat(stat)?.start;
  return start && `${start} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    // Gone meanwhile, or (environ) a process of the kernel or of somebody whom we may not read.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
