/** Frames of the agent protocol that carry checks and health samples; schema/agent.ts has the others and says what holds for all. */
import { z } from 'zod';
import { ResultStatus } from './check-types.ts';
import { Id, text } from './common.ts';
import { HealthSample } from './health.ts';

/**
 * Take a reading and answer with check.result within `timeout_sec`. `config` is as schema/check-types.ts declares it for
 * `type`, a script with its text in it; an agent that does not know the type answers `unknown`. An execution runs once.
 */
export const CheckRun = z.object({
  t: z.literal('check.run'),
  execution_id: Id,
  check_id: Id,
  type: z.string(),
  config: z.record(z.string(), z.unknown()),
  timeout_sec: z.number().int().min(1).max(86_400),
});
export type CheckRun = z.infer<typeof CheckRun>;
/** Output of a check that is kept, in UTF-8 bytes. */
export const CHECK_OUTPUT_MAX_BYTES = 4096;

/**
 * Answer to check.run. `verdict` is what the agent can tell without thresholds: `ok` measured it, `warning` and `error` are
 * readings of types that judge themselves or could not reach what they test, `unknown` could not measure. The server puts the
 * thresholds to `value` and takes the worse of the two.
 */
export const CheckResult = z.object({
  t: z.literal('check.result'),
  id: text(100, 1),
  execution_id: Id,
  check_id: Id,
  verdict: ResultStatus,
  value: z.number().min(-1e15).max(1e15).nullable(),
  output: text(CHECK_OUTPUT_MAX_BYTES),
  duration_ms: z.number().int().min(0).max(86_400_000),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** The machine's state now; one a minute, not acknowledged: a lost one is a gap in a line. */
export const Health = HealthSample.extend({ t: z.literal('health') });
