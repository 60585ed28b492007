import type { JobResult } from '../../schema/agent.ts';
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';

type Output = Pick<JobResult, 'stdout' | 'output_truncated'>;

/**
 * The output of a result within what a job keeps, in bytes of UTF-8 and without splitting a character. An agent cuts
 * head and tail itself; this holds for one that does not. Never a refusal: the result would be sent for ever.
 */
export function limitOutput({ stdout, output_truncated }: Output): Output {
  const bytes = Buffer.from(stdout);
  if (bytes.length <= JOB_OUTPUT_MAX_BYTES) return { stdout, output_truncated };
  const kept = new TextDecoder().decode(bytes.subarray(0, JOB_OUTPUT_MAX_BYTES), { stream: true });
  return { stdout: kept, output_truncated: true };
}
