import type { JobActor, JobSource } from '../../schema/jobs.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { type Inserted, insertJobs, type JobCause } from '../jobs/insert.ts';
import { type Cover, coveredNow, coverKey } from './covered.ts';
import type { Form, Subject } from './subjects.ts';

/** What an endpoint that starts such a run may write. */
export const runAudits = ['job.automated', 'job.propose', 'job.batch.propose'] as const;

export interface StandingRun {
  subject: Subject;
  form: Form;
  deviceIds: string[];
  source: JobSource;
  /** What caused it, but for the approval, which is found here. */
  cause: Omit<JobCause, 'standing' | 'script_id'>;
  proposedBy: JobActor;
  /** False: all of it is proposed, whatever is approved. */
  mayDispatch: boolean;
}

/** Jobs in one statement. */
const STATEMENT_MAX = 5000;

interface Target {
  id: string;
  hostname: string;
  client_id: string | null;
}

/**
 * Makes the jobs of one run: dispatched where the approval covers the device now, proposed elsewhere; a batch for each
 * company and each of both. Joins the caller's transaction. The approval is held, so that who rejects or changes it
 * meanwhile does so before or after the whole of the run.
 */
export async function runStanding(ctx: Ctx, run: StandingRun): Promise<{ dispatched: number; proposed: number }> {
  const { kind, id } = run.subject;
  await ctx.sql`select id from standing_approvals where subject_kind = ${kind} and subject_id = ${id} for share`;
  const targets = await holdTargets(ctx, run.deviceIds);
  const { formSha256 } = run.form;
  const requests = targets.map((target) => ({ kind, id, deviceId: target.id, formSha256 }));
  const covered = run.mayDispatch ? await coveredNow(ctx, requests) : new Map<string, Cover>();
  const coverOf = (target: Target) => covered.get(coverKey({ kind, id, deviceId: target.id }));
  const out = targets.filter((target) => coverOf(target) !== undefined);
  const [first] = out;
  if (first) await dispatch(ctx, run, out, coverOf(first));
  const waiting = targets.filter((target) => coverOf(target) === undefined);
  await propose(ctx, run, waiting);
  if (targets.length > 0) ctx.emit({ type: 'changed', noun: 'jobs' });
  return { dispatched: out.length, proposed: waiting.length };
}

/** The devices that are still there, held so that none is deleted before its job is there to be cancelled with it. */
async function holdTargets({ sql }: Ctx, ids: string[]): Promise<Target[]> {
  return sql<Target[]>`
    select d.id, d.hostname, d.client_id from devices d where d.id = any(${ids}::uuid[]) order by d.id for key share`;
}

async function dispatch(ctx: Ctx, run: StandingRun, targets: Target[], cover: Cover | undefined): Promise<void> {
  if (!cover) throw new Error('only what is covered is dispatched');
  const standing = { id: cover.approvalId, approver: cover.approver };
  const made = await insert(ctx, run, targets, standing);
  const { content, contentSha256 } = run.form;
  await ctx.auditMany(
    'job.automated',
    made.map(({ batch_id, job_id, count }) => ({
      target: { id: batch_id ?? job_id, name: run.subject.name },
      details: {
        ...{ jobs: count, proposed: 0, shell: content.shell, source: run.source, content_sha256: contentSha256 },
        ...{ approver: cover.approver.name, device: batch_id ? null : (targets[0]?.hostname ?? null) },
      },
    })),
  );
  ctx.emit({ type: 'jobs.deliverable', deviceIds: targets.map(({ id }) => id) });
}

async function propose(ctx: Ctx, run: StandingRun, targets: Target[]): Promise<void> {
  const made = await insert(ctx, run, targets, null);
  const { shell } = run.form.content;
  const { source, subject } = run;
  const batches = made.filter(({ batch_id }) => batch_id !== null);
  await ctx.auditMany(
    'job.batch.propose',
    batches.map(({ batch_id, client_name, count }) => ({
      target: { id: batch_id, name: subject.name },
      details: { devices: count, client: client_name, shell, source },
    })),
  );
  await ctx.auditMany(
    'job.propose',
    made
      .filter(({ batch_id }) => batch_id === null)
      .map(({ job_id }) => ({
        target: { id: job_id, name: subject.name },
        details: { device: targets[0]?.hostname ?? '', shell, source },
      })),
  );
  changed(
    ctx,
    'approvals',
    made.map(({ batch_id, job_id }) => batch_id ?? job_id),
  );
}

async function insert(
  ctx: Ctx,
  run: StandingRun,
  targets: Target[],
  standing: JobCause['standing'],
): Promise<Inserted[]> {
  const { subject, form, source, proposedBy, cause } = run;
  const job = {
    ...form.content,
    description: subject.name,
    timeout_sec: Math.max(10, subject.timeoutSec),
    ...{ source, proposedBy, batched: targets.length > 1, unapproved: standing !== null },
    cause: { ...cause, script_id: subject.scriptId, standing },
  };
  const made: Inserted[] = [];
  for (const deviceIds of statements(targets)) made.push(...(await insertJobs(ctx, { ...job, deviceIds })));
  return made;
}

/** The devices in portions for one statement each, so that a company is in two of them only if it alone is too much for one. */
export function statements(targets: readonly Target[], max = STATEMENT_MAX): string[][] {
  const portions: string[][] = [];
  let current: string[] = [];
  for (const company of Map.groupBy(targets, ({ client_id }) => client_id).values()) {
    if (current.length + company.length > max && current.length > 0) {
      portions.push(current);
      current = [];
    }
    for (let at = 0; at < company.length; at += max) {
      const part = company.slice(at, at + max).map(({ id }) => id);
      if (part.length === max) portions.push(part);
      else current.push(...part);
    }
  }
  if (current.length > 0) portions.push(current);
  return portions;
}
