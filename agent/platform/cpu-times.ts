import { cpus } from 'node:os';
import type { CpuTimes } from './checks.ts';

/** All processors together, in milliseconds, by the runtime: where the system has no file to read them from. */
export function cpuTimes(): CpuTimes {
  const sum = { busy: 0, total: 0 };
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq;
    sum.busy += busy;
    sum.total += busy + times.idle;
  }
  return sum;
}
