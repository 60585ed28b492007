/** The checks of an agent, from its own parts. */
import type { CheckRun } from '../../schema/agent-checks.ts';
import type { RunContext } from '../jobs/run.ts';
import type { Outbox } from '../link/outbox.ts';
import type { CheckPlatform } from '../platform/checks.ts';
import { createAnswers } from './answers.ts';
import type { CpuSamples } from './cpu-samples.ts';
import { openCheckRuns } from './runs.ts';
import { endLeftovers } from './script-runner.ts';

export type Checks = { receive: (frame: CheckRun) => void; stop: () => Promise<void> };

/** Ends what an earlier run of the agent left behind. `run.runFolder` is the checks' own. */
export async function openChecks(parts: {
  platform: CheckPlatform;
  cpu: CpuSamples;
  outbox: Outbox;
  run: RunContext;
}): Promise<Checks> {
  await endLeftovers(parts.run);
  return openCheckRuns({ ...parts, answers: createAnswers(parts.outbox) });
}
