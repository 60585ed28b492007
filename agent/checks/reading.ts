/** What a check is given and what it says. */
import type { CheckConfig, CheckType, ResultStatus } from '../../schema/check-types.ts';
import type { Ended } from '../jobs/result.ts';
import type { CheckPlatform, Surroundings } from '../platform/checks.ts';
import type { Job } from '../spool/spool.ts';
import type { CpuSamples } from './cpu-samples.ts';

/** schema/agent-checks.ts (CheckResult) says what a verdict means; `output` holds no secret, and is cut before it is sent. */
export type Reading = { verdict: ResultStatus; value: number | null; output: string };

export type CheckContext = Surroundings & {
  platform: CheckPlatform;
  cpu: CpuSamples;
  /** Runs a script to its end, which the signal brings too; `job_id` and the time come from the execution. */
  runScript: (program: Pick<Job, 'shell' | 'script' | 'args' | 'env'>) => Promise<Ended>;
};

/**
 * Takes one reading. @throws Unreachable when what is tested does not answer: an error; any other Error with a sentence
 * when nothing could be measured: unknown.
 */
export type Check<T extends CheckType> = (config: CheckConfig<T>, context: CheckContext) => Promise<Reading>;

/** A number to compare with thresholds. Two decimals are more than any threshold needs. */
export const measured = (value: number, output: string): Reading => ({ verdict: 'ok', value: rounded(value), output });
export const rounded = (value: number) => Math.round(value * 100) / 100;

/** `part` of `whole` in percent, 0 to 100; 0 of nothing. */
export const percent = (part: number, whole: number) =>
  whole > 0 ? Math.min(100, Math.max(0, (100 * part) / whole)) : 0;

/** 1,610,612,736 → "1.5 GiB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 2 ** (10 * power)).toFixed(1))} ${units[power]}`;
}

/** `1 day`, `2 days`. */
export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
