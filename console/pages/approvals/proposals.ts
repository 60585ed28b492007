import type { Output } from '../../api.ts';
import { UNTYPED_LIMIT } from '../../ui/untyped-limit.ts';
import type { JobRow } from '../jobs/job.ts';

type Listed = Output<'GET /api/approvals'>['approvals'][number];
/** A proposal of jobs. */
export type Approval = Listed & { source: JobRow['source'] };
/** What is to run without a wait from then on, and waits to be allowed to. */
export type Standing = Listed & { standing: NonNullable<Listed['standing']> };

/** What is decided at once: a single job, or the jobs of one proposal in one company. */
export type Part = {
  /** The batch's id, or the job's own when it stands alone. */
  id: string;
  batchId: string | null;
  jobId: string;
  company: string | null;
  devices: number;
  /** Devices offline when it was read; unknown for what is read from its jobs alone. */
  offline: number | undefined;
  hostname: string;
};

/** One script that somebody proposed, for one company or several; each company is decided on its own. */
export type Proposal = Pick<
  Approval,
  'description' | 'shell' | 'source' | 'proposed_by' | 'risk_hints' | 'created_at' | 'content_sha256'
> & {
  /** Of its first part; stands in the address. */
  id: string;
  parts: readonly Part[];
  same: boolean;
};

/**
 * The queue as people read it. The server keeps a batch for each company; those of one proposal hold the same text and
 * were made at the same moment by the same somebody.
 */
export function proposalsOf(approvals: readonly Listed[], company: string | undefined): Proposal[] {
  const jobs = approvals.filter((approval): approval is Approval => approval.kind === 'jobs');
  const mine = jobs.filter(({ client_id }) => company === undefined || client_id === company);
  const groups = Map.groupBy(mine, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...wordsOf(first), id: first.id, same: first.same_as_approved, parts: group.map(partOf) }] : [];
  });
}

/** Of any company: most of them belong to a policy, which may reach several. */
export const standingOf = (approvals: readonly Listed[]): Standing[] =>
  approvals.filter((approval): approval is Standing => approval.kind === 'standing' && approval.standing !== null);

function keyOf(approval: Approval): string {
  if (approval.batch_id === null) return approval.id;
  const { content_sha256, created_at, source, description, proposed_by } = approval;
  return JSON.stringify([content_sha256, created_at, source, description, proposed_by.kind, proposed_by.id]);
}

/** Copied out of the query's store: a proposal stays on screen after it has left the queue. */
function wordsOf({
  description,
  shell,
  source,
  proposed_by,
  risk_hints,
  created_at,
  content_sha256,
}: Approval | JobRow) {
  return {
    description,
    shell,
    source,
    proposed_by: { ...proposed_by },
    risk_hints: risk_hints.map((hint) => ({ ...hint })),
    created_at,
    content_sha256,
  };
}

function partOf(approval: Approval): Part {
  return {
    id: approval.id,
    batchId: approval.batch_id,
    jobId: approval.job_id ?? '',
    company: approval.client_name,
    devices: approval.device_count,
    offline: approval.offline_count,
    hostname: approval.agent_hostname,
  };
}

/** A proposal that the queue does not hold, from its jobs: those that wait, or all when none does any more. */
export function proposalOfJobs(jobs: readonly JobRow[]): Proposal | undefined {
  const waiting = jobs.filter(({ status }) => status === 'awaiting_approval');
  const meant = waiting.length > 0 ? waiting : jobs;
  const [first] = meant;
  if (!first) return undefined;
  const part: Part = {
    id: first.batch_id ?? first.id,
    batchId: first.batch_id,
    jobId: first.id,
    company: first.client_name,
    devices: meant.length,
    offline: undefined,
    hostname: first.agent_hostname,
  };
  return { ...wordsOf(first), id: part.id, same: false, parts: [part] };
}

export function deviceCount(parts: readonly Part[]): number {
  return parts.reduce((sum, { devices }) => sum + devices, 0);
}

export function offlineCount(parts: readonly Part[]): number {
  return parts.reduce((sum, { offline }) => sum + (offline ?? 0), 0);
}

/** Approved without a look at the script: only what a person has approved word by word before, and nothing risky or wide. */
export function approvableInPlace(proposal: Proposal): boolean {
  return proposal.same && proposal.risk_hints.length === 0 && deviceCount(proposal.parts) <= UNTYPED_LIMIT;
}
