import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { record } from './timeline.ts';

/** What became of the remediation of an alert's check. */
export interface RemediationNote {
  alertId: string;
  /** Sent to the device, waiting for a person, or not made, and then `reason` says why. */
  outcome: 'dispatched' | 'proposed' | 'skipped';
  jobId: string | null;
  /** `open`: an earlier one has not ended; `unable`: the device cannot run it; `invalid`: its program cannot be put together. */
  reason: 'open' | 'unable' | 'invalid' | 'not_covered' | 'hourly_limit' | null;
}

/** Says it in the timelines, in the caller's transaction. */
export async function noteRemediation(ctx: Ctx, notes: RemediationNote[]): Promise<void> {
  await record(
    ctx,
    notes.map(({ alertId, outcome, jobId, reason }) => ({
      alertId,
      kind: 'remediation',
      details: { outcome, job_id: jobId, reason },
    })),
  );
  changed(
    ctx,
    'alerts',
    notes.map(({ alertId }) => alertId),
  );
}
