import { createHash } from 'node:crypto';

export const subjectKinds = ['task', 'check', 'remediation'] as const;
/** What may hold a standing approval: a task, a script check, a check's remediation. */
export type SubjectKind = (typeof subjectKinds)[number];

/** Everything that an approval covers. Where it runs is judged at each run (covered.ts). */
export interface StandingForm {
  kind: SubjectKind;
  /** domain/jobs/content.ts: shell, script, arguments and environment. */
  contentSha256: string;
  /** A task's schedule, a check's {interval_sec}, a remediation's {max_per_hour}. */
  schedule: Readonly<Record<string, unknown>>;
  timeoutSec: number;
  /** Systems that the library's script is meant for; none: any. One more is more devices. */
  systems: readonly string[];
}

/**
 * SHA-256 of the form, lower-case hexadecimal, independent of the order of keys. Two forms share it only if they are the
 * same in everything that the approval covers.
 */
export function formSha256({ kind, contentSha256, schedule, timeoutSec, systems }: StandingForm): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, contentSha256, sorted(schedule), timeoutSec, systems.toSorted()]))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
