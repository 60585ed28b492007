/** Building the frame that tells how a job ended. */
import { AGENT_FRAME_MAX_BYTES, type JobOutcome, type JobResult } from '../../schema/agent.ts';
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';
import { clean } from '../text.ts';
import { type KeptOutput, omitted } from './output.ts';

/** How a job ended. `kept` cuts its output to so many bytes. */
export type Ended = {
  outcome: JobOutcome;
  exit_code: number | null;
  error: string | null;
  started_at: string | null;
  kept: (limit?: number) => KeptOutput;
};

/** A job that ended without having run here, and so without output. */
export function notRun(outcome: JobOutcome, error: string | null, exit_code: number | null = null): Ended {
  const kept = () => ({ text: '', truncated: outcome === 'interrupted', bytes: 0 });
  return { outcome, exit_code, error, started_at: null, kept };
}

/**
 * The frame of a result. JSON writes a control character as six bytes, so that 1 MiB of them would break the frame
 * limit and the connection with it, again and again: such output is cut shorter.
 */
export function resultFrame(jobId: string, ended: Ended, finishedAt: Date): JobResult {
  for (let limit = JOB_OUTPUT_MAX_BYTES; ; limit >>= 1) {
    const output = ended.kept(limit);
    const frame: JobResult = {
      t: 'job.result',
      id: `${jobId}:result`,
      job_id: jobId,
      outcome: ended.outcome,
      exit_code: ended.exit_code,
      stdout: output.text,
      output_truncated: output.truncated,
      error: ended.error === null ? null : clean(ended.error, 500),
      started_at: ended.started_at,
      finished_at: finishedAt.toISOString(),
    };
    if (Buffer.byteLength(JSON.stringify(frame)) < AGENT_FRAME_MAX_BYTES) return frame;
  }
}

/** The same result with a marker in place of its output, for a spool that is full. */
export function withoutOutput(result: JobResult): JobResult {
  if (result.stdout === '') return result;
  return { ...result, stdout: omitted(Buffer.byteLength(result.stdout)), output_truncated: true };
}
