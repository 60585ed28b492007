import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { visiblePieces } from '../../ui/code/visible.ts';
import {
  type Icon,
  IconClock,
  IconClose,
  IconFailed,
  IconForward,
  IconOk,
  IconRunning,
  IconWaiting,
} from '../../ui/icons.ts';
import type { StatusLook, Tone } from '../../ui/status.tsx';
import { second } from '../../ui/time.tsx';

/** A job as lists have it, and with its script and output. */
export type JobRow = Output<'GET /api/jobs'>['jobs'][number];
export type Job = Output<'GET /api/jobs/:id'>;
export type JobStatus = JobRow['status'];
export type JobActor = JobRow['proposed_by'];
export type JobSource = JobRow['source'];

const looks: Record<JobStatus, { tone: Tone; icon: Icon; spin?: boolean }> = {
  awaiting_approval: { tone: 'ask', icon: IconWaiting },
  dispatched: { tone: 'idle', icon: IconClock },
  sent: { tone: 'run', icon: IconForward },
  running: { tone: 'run', icon: IconRunning, spin: true },
  cancel_requested: { tone: 'warn', icon: IconRunning, spin: true },
  completed: { tone: 'ok', icon: IconOk },
  failed: { tone: 'err', icon: IconFailed },
  rejected: { tone: 'idle', icon: IconClose },
  cancelled: { tone: 'idle', icon: IconClose },
  expired: { tone: 'warn', icon: IconClock },
};

/** How a job's state looks; a failure says its exit code, which tells more than "Failed". */
export function jobLook(job: Pick<JobRow, 'status' | 'exit_code'>): StatusLook {
  const code = job.status === 'failed' && job.exit_code ? job.exit_code : undefined;
  const word = code === undefined ? t(`jobs.status.${job.status}`) : t('jobs.exit_code', { code: String(code) });
  return { ...looks[job.status], word };
}

/** Approved and not ended: it can be cancelled, and closed by hand. */
export function isUnderWay(status: JobStatus): boolean {
  return ['dispatched', 'sent', 'running', 'cancel_requested'].includes(status);
}

export function hasEnded(status: JobStatus): boolean {
  return status !== 'awaiting_approval' && !isUnderWay(status);
}

/** The device has it, so that output may come. */
export function mayPrint(status: JobStatus): boolean {
  return ['sent', 'running', 'cancel_requested'].includes(status);
}

/** What a job is called: its description as one plain line in which nothing hides, since an AI may have written it. */
export function jobTitle(job: { description: string }): string {
  return plainLine(job.description.trim().replace(/[\r\n\t]+/g, ' ')) || t('jobs.untitled');
}

/** Foreign text for where only a string will do: hidden characters are spelled out. */
export function plainLine(text: string): string {
  return visiblePieces(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.hidden}]`))
    .join('');
}

/** Seconds it ran, or has been running by the clock, which only a running job follows; undefined before it started. */
export function jobSeconds(job: Pick<JobRow, 'started_at' | 'finished_at'>): number | undefined {
  if (job.started_at === null) return undefined;
  const end = job.finished_at === null ? second().getTime() : Date.parse(job.finished_at);
  return Math.max(0, (end - Date.parse(job.started_at)) / 1000);
}
