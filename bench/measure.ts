import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Clock ticks of /proc/<pid>/stat in a second (proc(5)); 100 on every Linux that Node runs on. */
const TICKS_PER_SEC = 100;

/** Resident memory of a process in KiB. */
export function rssKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Seconds of CPU that a process has used, user and system. */
export function cpuSec(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One line a figure: what, what was reached, what is asked for, and whether it holds. */
export function report(
  what: string,
  reached: number,
  unit: string,
  goal: { atMost?: number; atLeast?: number } = {},
): void {
  const { atMost, atLeast } = goal;
  const holds = (atMost === undefined || reached <= atMost) && (atLeast === undefined || reached >= atLeast);
  const asked = atMost !== undefined ? `<= ${atMost}` : atLeast !== undefined ? `>= ${atLeast}` : '';
  const shown = reached >= 100 ? Math.round(reached) : Number(reached.toPrecision(3));
  console.log(
    `${what.padEnd(64)} ${String(shown).padStart(9)} ${unit.padEnd(8)} ${asked.padEnd(10)} ${asked ? (holds ? 'holds' : 'MISSED') : ''}`,
  );
}

export function machine(): void {
  const [cpu] = cpus();
  console.log(`${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`);
}
