import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast.tsx';
import { jobsOf } from './jobs-of.ts';
import { deviceCount, type Part } from './proposals.ts';

/** Says what was approved, with the way to what it prints; `hrefOf` makes an address of the console out of a path. */
export function tellApproved(parts: readonly Part[], hrefOf: (path: string) => string): void {
  const jobs = jobsOf(parts);
  toast(
    t('approvals.approved', { count: deviceCount(parts) }),
    jobs ? { action: { label: jobs.label, href: hrefOf(jobs.href) } } : {},
  );
}
