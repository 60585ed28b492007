/** One reading, taken as the agent takes it. */
import { onTestFinished } from 'vitest';
import { sampleCpu } from '../../agent/checks/cpu-samples.ts';
import type { CheckContext } from '../../agent/checks/reading.ts';
import { prepare } from '../../agent/checks/registry.ts';
import { readingOfError } from '../../agent/checks/result.ts';
import { notRun } from '../../agent/jobs/result.ts';
import type { CheckPlatform } from '../../agent/platform/checks.ts';
import { linuxChecks } from '../../agent/platform/linux/checks/index.ts';
import { surroundings } from './surroundings.ts';

type Changes = { platform?: Partial<CheckPlatform>; now?: Date; env?: NodeJS.ProcessEnv; signal?: AbortSignal };

/** What the check of that type says, as the agent would report it. */
export async function reading(type: string, config: Record<string, unknown> = {}, changes: Changes = {}) {
  const { platform, now = new Date(), env, signal } = changes;
  const cpu = sampleCpu(linuxChecks.cpuTimes);
  onTestFinished(() => cpu.stop());
  const context: CheckContext = {
    ...surroundings(env, signal),
    now: () => now,
    platform: { ...linuxChecks, ...platform },
    cpu,
    runScript: async () => notRun('refused', 'no scripts here'),
  };
  const prepared = prepare(type, config);
  if (!prepared) throw new Error('this is no check');
  return prepared(context).catch(readingOfError);
}
