/** The processors' counters every few seconds, so that a window of time can be measured without waiting for it. */
import type { CpuTimes } from '../platform/checks.ts';
import { percent } from './reading.ts';

const EVERY_MS = 5000;
/** The longest window of a check, and the sample before it. */
const KEPT_MS = 600_000 + EVERY_MS;
/** Over less than this the counters, which tick a hundred times a second, say little. */
const LEAST_MS = 500;

export type CpuSamples = ReturnType<typeof sampleCpu>;

/** `clock` in milliseconds, never going back. A counter that cannot be read leaves a gap. */
export function sampleCpu(read: () => CpuTimes, clock: () => number = () => performance.now()) {
  let samples: (CpuTimes & { at: number })[] = [];

  function take() {
    const at = clock();
    try {
      samples.push({ at, ...read() });
    } catch {
      samples = []; // the next reading says why
    }
    samples = samples.filter((sample) => sample.at >= at - KEPT_MS);
  }
  take();
  const timer = setInterval(take, EVERY_MS).unref();

  return {
    /**
     * How busy all processors together were, in percent over the last `windowMs` or, in an agent that is younger, since
     * it started; `windowMs` of the answer is the true time, up to 5 s longer. Undefined in the first half second.
     * @throws what `read` throws.
     */
    over(windowMs: number): { percent: number; windowMs: number } | undefined {
      const now = clock();
      const current = read();
      const from = samples.findLast(({ at }) => now - at >= windowMs) ?? samples[0];
      if (!from || now - from.at < LEAST_MS || current.total <= from.total) return undefined;
      return {
        percent: percent(current.busy - from.busy, current.total - from.total),
        windowMs: now - from.at,
      };
    },
    take,
    stop: () => clearInterval(timer),
  };
}
