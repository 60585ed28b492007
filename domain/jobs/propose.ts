import type { Job, JobCreate } from '../../schema/jobs.ts';
import type { System } from '../../schema/scripts.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import type { JobContent } from './content.ts';
import { insertJobs } from './insert.ts';
import { jobActor, sourceOf } from './job-actor.ts';
import { read } from './read.ts';
import { requireAble, type Target } from './requirements.ts';

/** What is to run on one device, and whether it must wait for a person. */
export interface Proposal {
  agent_id: string;
  content: JobContent;
  description: string;
  timeout_sec: number;
  require_approval: boolean;
  /** Where it is one of the library: its id, and the systems it is meant for. */
  library?: { script_id: string; systems: readonly System[] };
}

/** Proposes a text of the caller's own for one device. @throws as proposeOne */
export const propose = (ctx: Ctx, input: JobCreate): Promise<JsonText<Job>> => {
  const { shell, script, args, env, ...proposal } = input;
  return proposeOne(ctx, { ...proposal, content: { shell, script, args, env } });
};

/**
 * Proposes a run on one device. `require_approval: false` counts only for a caller with jobs.manage on a server that
 * allows it, and never for an AI application; otherwise the job waits all the same (SPEC.md, Job).
 * @throws 404 device_not_found, 403 out_of_scope, 409 agent_too_old, script_not_for_system
 */
export const proposeOne = (ctx: Ctx, proposal: Proposal): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const { content, description, timeout_sec, library } = proposal;
    const { shell } = content;
    const device = await findDevice(inside, proposal.agent_id);
    requireAble(content, [device], library?.systems);
    const unapproved = !proposal.require_approval && maySkipApproval(inside);
    const source = sourceOf(inside);
    const proposedBy = await jobActor(inside);
    const cause = { script_id: library?.script_id ?? null };
    const job = { ...content, description, timeout_sec, source, proposedBy, unapproved, batched: false, cause };
    const [made] = await insertJobs(inside, { ...job, deviceIds: [device.id] });
    const id = made?.job_id ?? '';
    const target = { id, name: description || null };
    if (unapproved) {
      await inside.audit('job.dispatch_unapproved', target, { device: device.hostname, shell });
      inside.emit({ type: 'jobs.deliverable', deviceIds: [device.id] });
    } else {
      await inside.audit('job.propose', target, { device: device.hostname, shell, source });
      changed(inside, 'approvals', [id]);
    }
    changed(inside, 'jobs', [id]);
    return read(inside, id);
  });

const maySkipApproval = ({ actor, origin, settings }: Ctx): boolean =>
  settings.allowUnapprovedJobs &&
  actor.permissions.has('jobs.manage') &&
  actor.kind !== 'oauth' &&
  !actor.mcpOnly &&
  origin.via === undefined;

/** The device, held so that it is not deleted before the job is there to be cancelled with it. */
async function findDevice(ctx: Ctx, id: string): Promise<Target> {
  const [device] = await ctx.sql<(Target & { in_scope: boolean })[]>`
    select d.id, d.hostname, d.version, d.os_family, ${deviceInScope(ctx)} as in_scope
    from devices d where d.id = ${id} for key share`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  return device;
}
