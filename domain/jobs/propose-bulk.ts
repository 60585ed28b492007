import { BULK_JOBS_MAX, type JobBulkCreate, type JobBulkCreated } from '../../schema/jobs.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { notFound, outOfScope, Problem } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { resolveProgram } from '../scripts/resolve.ts';
import type { Fragment } from '../sql.ts';
import { insertJobs } from './insert.ts';
import { jobActor, sourceOfBatch } from './job-actor.ts';
import { requireAble, type Target } from './requirements.ts';

/**
 * Proposes a script for many devices: the union of those named and those of a site and a department, of which the caller
 * may see; one batch for each company, and all of them wait.
 * @throws 404 site_not_found, department_not_found; 403 out_of_scope when all that is named lies outside the scope;
 *   400 no_targets, too_many_targets; 404 script_not_found, 400 invalid_parameter; 409 agent_too_old and
 *   script_not_for_system, for all of it
 */
export const proposeBulk = (ctx: Ctx, input: JobBulkCreate): Promise<JobBulkCreated> =>
  transaction(ctx, async (inside) => {
    const targets = await findTargets(inside, input);
    const program = await resolveProgram(inside, input);
    const { shell, script, args, env, secrets, timeout_sec } = program;
    requireAble(program, targets, program.systems);
    const description = input.description || program.name;
    const content = { shell, script, args, env, secrets };
    const cause = { script_id: program.script_id };
    const proposedBy = await jobActor(inside);
    const source = sourceOfBatch(inside);
    const job = { ...content, description, timeout_sec, source, proposedBy, unapproved: false, cause };
    const made = await insertJobs(inside, { ...job, batched: true, deviceIds: targets.map(({ id }) => id) });
    const batches = made.map(({ client_id, batch_id, count }) => ({ client_id, batch_id: batch_id ?? '', count }));
    await inside.auditMany(
      'job.batch.propose',
      made.map(({ batch_id, client_name, count }) => ({
        target: { id: batch_id, name: description || null },
        details: { devices: count, client: client_name, shell, source },
      })),
    );
    inside.emit({ type: 'changed', noun: 'jobs' });
    changed(
      inside,
      'approvals',
      batches.map(({ batch_id }) => batch_id),
    );
    return { batches, companies: batches.length, count: batches.reduce((sum, { count }) => sum + count, 0) };
  });

/** The devices, held so that none is deleted before its job is there to be cancelled with it. */
async function findTargets(ctx: Ctx, { agent_ids, site_id, group_id }: JobBulkCreate): Promise<Target[]> {
  const { sql } = ctx;
  const conditions: Fragment[] = [];
  if (agent_ids.length > 0) conditions.push(sql`d.id = any(${agent_ids}::uuid[])`);
  if (site_id) conditions.push(sql`d.site_id = ${await existing(ctx, 'sites', 'site', site_id)}`);
  if (group_id) conditions.push(sql`d.group_id = ${await existing(ctx, 'groups', 'department', group_id)}`);
  if (conditions.length === 0)
    throw new Problem(400, 'no_targets', 'Name devices (agent_ids), a site (site_id) or a department (group_id).');
  const named = conditions.reduce((left, right) => sql`${left} or ${right}`);
  const targets = await sql<Target[]>`
    select d.id, d.hostname, d.version, d.os_family from devices d where (${named}) and ${deviceInScope(ctx)}
    order by d.id limit ${BULK_JOBS_MAX + 1} for key share`;
  if (targets.length > BULK_JOBS_MAX)
    throw new Problem(400, 'too_many_targets', `This would be more than ${BULK_JOBS_MAX} devices.`);
  if (targets.length === 0) throw await nothingInScope(ctx, named);
  return targets;
}

async function existing({ sql }: Ctx, table: 'sites' | 'groups', noun: string, id: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from ${sql(table)} where id = ${id}`;
  if (!row) throw notFound(noun);
  return row.id;
}

async function nothingInScope({ sql }: Ctx, named: Fragment): Promise<Problem> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from devices d where ${named}) as found`;
  return row?.found ? outOfScope('target') : new Problem(400, 'no_targets', 'There is no device among these targets.');
}
