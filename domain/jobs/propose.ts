import type { Job, JobCreate } from '../../schema/jobs.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { insertJobs } from './insert.ts';
import { jobActor, sourceOf } from './job-actor.ts';
import { requirePythonAgents } from './python.ts';
import { read } from './read.ts';

/**
 * Proposes a script for one device. `require_approval: false` counts only for a caller with jobs.manage on a server that
 * allows it, and never for an AI application; otherwise the job waits all the same (SPEC.md, Job).
 * @throws 404 device_not_found, 403 out_of_scope, 409 agent_too_old
 */
export const propose = (ctx: Ctx, input: JobCreate): Promise<JsonText<Job>> =>
  transaction(ctx, async (inside) => {
    const device = await findDevice(inside, input.agent_id);
    requirePythonAgents(input.shell, [device]);
    const unapproved = !input.require_approval && maySkipApproval(inside);
    const { shell, script, description, timeout_sec } = input;
    const source = sourceOf(inside);
    const proposedBy = await jobActor(inside);
    const job = { shell, script, description, timeout_sec, source, proposedBy, unapproved, batched: false };
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

const maySkipApproval = ({ actor, settings }: Ctx): boolean =>
  settings.allowUnapprovedJobs && actor.permissions.has('jobs.manage') && actor.kind !== 'oauth' && !actor.mcpOnly;

/** The device, held so that it is not deleted before the job is there to be cancelled with it. */
async function findDevice(ctx: Ctx, id: string) {
  const [device] = await ctx.sql<{ id: string; hostname: string; version: string; in_scope: boolean }[]>`
    select d.id, d.hostname, d.version, ${deviceInScope(ctx)} as in_scope from devices d where d.id = ${id} for key share`;
  if (!device) throw notFound('device');
  if (!device.in_scope) throw outOfScope('device');
  return device;
}
