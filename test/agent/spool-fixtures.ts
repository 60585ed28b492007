import type { JobResult } from '../../schema/agent.ts';

export const JOB = '01940000-0000-7000-8000-000000000001';
export const OTHER = '01940000-0000-7000-8000-000000000002';
export const numbered = (number: number) => `01940000-0000-7000-9000-${String(number).padStart(12, '0')}`;

export const finished = (job_id: string, stdout: string): JobResult => ({
  t: 'job.result',
  id: `${job_id}:result`,
  job_id,
  outcome: 'exited',
  exit_code: 0,
  stdout,
  output_truncated: false,
  error: null,
  started_at: '2026-11-20T09:31:27.123Z',
  finished_at: '2026-11-20T09:31:28.123Z',
});
