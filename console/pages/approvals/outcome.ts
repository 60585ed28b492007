import { api } from '../../api.ts';
import { formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { errorAdvice } from '../../ui/states.tsx';
import type { JobRow } from '../jobs/job.ts';
import type { Part } from './proposals.ts';

/** Who decided on what does not wait any more; neither, when it ended another way (its device was deleted). */
export type Outcome = { verdict: 'approved' | 'rejected' | 'ended'; name: string; at: string | null };

/** What became of these jobs, from the one decided last; undefined while any of them still waits. */
export function outcomeOf(jobs: readonly JobRow[]): Outcome | undefined {
  if (jobs.length === 0 || jobs.some(({ status }) => status === 'awaiting_approval')) return undefined;
  const decided = jobs.filter(({ decided_at }) => decided_at !== null);
  const last = decided.sort((a, b) => (b.decided_at ?? '').localeCompare(a.decided_at ?? ''))[0];
  if (last?.approved_by) return { verdict: 'approved', name: last.approved_by.name, at: last.decided_at };
  if (last?.rejected_by) return { verdict: 'rejected', name: last.rejected_by.name, at: last.decided_at };
  return { verdict: 'ended', name: '', at: null };
}

/** One sentence for a toast: who was first. */
export async function explainConflict(parts: readonly Part[]): Promise<string> {
  const [part] = parts;
  if (!part) return '';
  try {
    const outcome = outcomeOf([await api('GET /api/jobs/:id', { params: { id: part.jobId } })]);
    if (!outcome) return t('approvals.changed');
    const time = formatRelative(outcome.at ?? new Date(), new Date());
    return outcome.verdict === 'ended'
      ? t('approvals.was_ended')
      : t(`approvals.was_${outcome.verdict}`, { name: outcome.name, time });
  } catch (error) {
    return errorAdvice(error);
  }
}
