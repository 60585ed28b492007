import { ApiError, api } from '../../api.ts';
import { jobsChanged } from '../jobs/changed.ts';
import type { Part } from './proposals.ts';

export type Verdict = 'approve' | 'reject';

/**
 * Decides each part on its own, saying how many devices the operator saw: the server refuses when that is another number
 * by now. Stops at the first refusal, with what was decided before it standing. @throws ApiError, 409 when somebody else
 * was first or the number changed
 */
export async function decide(parts: readonly Part[], verdict: Verdict, reason: string): Promise<void> {
  try {
    for (const part of parts) {
      const body = { ...(reason !== '' && { reason }), confirm_count: part.devices };
      if (part.batchId === null) await decideJob(part.jobId, verdict, body);
      else await decideBatch(part.batchId, verdict, body);
    }
  } finally {
    jobsChanged();
  }
}

type Body = { reason?: string; confirm_count: number };

async function decideJob(id: string, verdict: Verdict, body: Body): Promise<void> {
  if (verdict === 'approve') await api('POST /api/jobs/:id/approve', { params: { id }, body });
  else await api('POST /api/jobs/:id/reject', { params: { id }, body });
}

async function decideBatch(batch_id: string, verdict: Verdict, body: Body): Promise<void> {
  if (verdict === 'approve') await api('POST /api/jobs/batch/:batch_id/approve', { params: { batch_id }, body });
  else await api('POST /api/jobs/batch/:batch_id/reject', { params: { batch_id }, body });
}

/** Somebody else decided first, or another number of devices waits by now: the page is read again and says which. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
