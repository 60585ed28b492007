import { t } from '../../i18n/index.ts';
import type { Part } from './proposals.ts';

/** Where the jobs of decided parts are found, and what to call the way there; parts in several companies are several batches. */
export function jobsOf(parts: readonly Part[]): { href: string; label: string } | undefined {
  const [part] = parts;
  if (!part) return undefined;
  if (parts.length > 1) return { href: '/jobs', label: t('approvals.open_jobs') };
  return part.batchId === null
    ? { href: `/jobs/${part.jobId}`, label: t('approvals.open_job') }
    : { href: `/jobs/batch/${part.batchId}`, label: t('approvals.open_batch') };
}
