import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { type Accessor, createMemo } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import type { JobRow } from '../jobs/job.ts';
import { type Part, type Proposal, proposalOfJobs, proposalsOf, type Standing, standingOf } from './proposals.ts';

/** The queue, of the company chosen in the top bar. */
export function useQueue() {
  const company = useCompany();
  const query = useQuery(() => ({
    queryKey: ['approvals'],
    queryFn: ({ signal }) => api('GET /api/approvals', { signal }),
    enabled: can('jobs.view'),
  }));
  const proposals = createMemo<readonly Proposal[]>(() =>
    query.isSuccess ? proposalsOf(query.data.approvals, company.id()) : [],
  );
  const byId = createMemo(() => new Map(proposals().map((proposal) => [proposal.id, proposal])));
  return {
    query,
    proposals,
    standing: createMemo<readonly Standing[]>(() => (query.isSuccess ? standingOf(query.data.approvals) : [])),
    /** Ids, which stay the same while what they stand for changes in place. */
    ids: createMemo(() => proposals().map(({ id }) => id), [], { equals: sameIds }),
    byId: (id: string) => byId().get(id),
    /** By the id of any of its parts, or of the job that stands for one. */
    containing: (id: string) =>
      proposals().find(({ parts }) => parts.some((part) => part.id === id || part.jobId === id)),
    /** All decisions that wait, of which the server lists the newest. */
    total: () => (query.isSuccess ? query.data.total : 0),
  };
}

export type Queue = ReturnType<typeof useQueue>;

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/**
 * The jobs behind the parts of a proposal. They are read again when the queue shows another number of them or none, and
 * not with every hint about some job: a batch may have 5,000.
 */
export function usePartJobs(parts: Accessor<readonly Part[]>, queue: Queue) {
  const waiting = () =>
    parts().map(({ id }) => queue.containing(id)?.parts.find((part) => part.id === id)?.devices ?? 0);
  return useQuery(() => ({
    queryKey: ['proposal-jobs', parts().map(({ id }) => id), waiting()],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ jobs: (await Promise.all(parts().map((part) => jobsOf(part, signal)))).flat() }),
  }));
}

async function jobsOf(part: Part, signal: AbortSignal): Promise<JobRow[]> {
  if (part.batchId === null) return [await api('GET /api/jobs/:id', { params: { id: part.jobId }, signal })];
  return (await api('GET /api/jobs/batch/:batch_id', { params: { batch_id: part.batchId }, signal })).jobs;
}

/** A proposal that the queue does not hold: decided already, or older than the newest that it lists. */
export function useElsewhere(id: Accessor<string>, wanted: Accessor<boolean>) {
  return useQuery(() => ({
    queryKey: ['jobs', { proposal: id() }],
    queryFn: async ({ signal }) => ({ proposal: proposalOfJobs(await jobsUnder(id(), signal)) }),
    enabled: wanted(),
  }));
}

/** The id is a batch's or, for what stands alone, a job's. */
async function jobsUnder(id: string, signal: AbortSignal): Promise<JobRow[]> {
  try {
    return (await api('GET /api/jobs/batch/:batch_id', { params: { batch_id: id }, signal })).jobs;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return [await api('GET /api/jobs/:id', { params: { id }, signal })];
  }
}
