import type { Check, CheckCreate, CheckUpdate } from '../../schema/checks.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { holdOwner } from '../policies/owned.ts';
import { notFound, Problem } from '../problem.ts';
import { violatedConstraint } from '../sql.ts';
import { dropStanding, keepStanding } from '../standing-approvals/keep.ts';
import { mayApprove } from '../standing-approvals/may-approve.ts';
import { holdCheck } from './access.ts';
import { changedFields, merge, readStored } from './judge.ts';
import { read } from './list.ts';

/**
 * Makes a check of a device or a policy. A script and a remediation run once they are approved; saving with jobs.manage
 * approves them.
 * @throws 404 device_not_found, policy_not_found, script_not_found; 403 out_of_scope, jobs_manage_required; 400
 * invalid_parameter
 */
export async function create(ctx: Ctx, check: CheckCreate): Promise<JsonText<Check>> {
  const names = await holdOwner(ctx, check);
  judgeEffect(ctx, check);
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into checks ${ctx.sql(rowOf(ctx, check))} returning id`.catch(unknownScript);
  const id = row?.id ?? '';
  await ctx.audit('check.create', { id, name: check.name }, { type: check.type, ...names });
  await approvals(ctx, id, {});
  told(ctx, id, check);
  return read(ctx, id);
}

/**
 * Changes what is named of a check. @throws 404, 403 out_of_scope, jobs_manage_required; 400 as judge.ts says,
 * invalid_parameter; 404 script_not_found
 */
export async function update(ctx: Ctx, id: string, wanted: CheckUpdate): Promise<JsonText<Check>> {
  const { device, policy } = await holdCheck(ctx, id);
  const before = await readStored(ctx, id);
  const check = merge(before, wanted);
  judgeEffect(ctx, check);
  await ctx.sql`
    update checks set ${ctx.sql(rowOf(ctx, check))}, revision = revision + 1, updated_at = ${ctx.now()}
    where id = ${id}`.catch(unknownScript);
  const fields = changedFields(before, check);
  if (fields.length > 0) await ctx.audit('check.update', { id, name: check.name }, { fields, device, policy });
  await approvals(ctx, id, wanted);
  told(ctx, id, check);
  return read(ctx, id);
}

/** Deletes a check; its instances and what it raised follow, its history stays until it expires. @throws 404, 403 out_of_scope */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { agent_id, policy_id, ...names } = await holdCheck(ctx, id);
  await dropStanding(ctx, 'check', [id]);
  await dropStanding(ctx, 'remediation', [id]);
  const [check] = await ctx.sql<{ name: string; type: string }[]>`
    delete from checks where id = ${id} returning name, type`;
  if (!check) throw notFound('check');
  await ctx.audit('check.delete', { id, name: check.name }, { type: check.type, ...names });
  told(ctx, id, { agent_id, policy_id });
}

/**
 * To restart a service, or to post to an address from where devices are, changes something without anybody at hand: some
 * units end a machine (reboot.target), some addresses stop what listens there. So whoever has it done is somebody who may
 * approve, as for scripts. @throws 403 jobs_manage_required
 */
function judgeEffect(ctx: Ctx, { config }: CheckCreate): void {
  const restarts = 'restart_if_stopped' in config && config.restart_if_stopped;
  const posts = 'method' in config && config.method === 'POST';
  if ((!restarts && !posts) || mayApprove(ctx)) return;
  const what = restarts ? 'restarts a service' : 'posts to an address';
  throw new Problem(403, 'jobs_manage_required', `A check that ${what} needs the permission jobs.manage.`);
}

/** A script or a remediation that was named whole in this save is known to who saved it. */
async function approvals(ctx: Ctx, id: string, { config, interval_sec, timeout_sec, remediation }: CheckUpdate) {
  const stated = isStated(config) && interval_sec !== undefined && timeout_sec !== undefined;
  await keepStanding(ctx, 'check', id, { stated });
  await keepStanding(ctx, 'remediation', id, { stated: isStated(remediation) });
}

/** A secret that was sent back as null is one that the caller was not shown, and somebody else may have put it there. */
const isStated = (program: { env?: unknown } | null | undefined): boolean =>
  program !== undefined && !Object.values(program?.env ?? {}).includes(null);

const rowOf = ({ sql }: Ctx, { config, remediation, ...rest }: CheckCreate) => ({
  ...rest,
  config: sql.json(config),
  remediation: remediation && sql.json(remediation),
});

function unknownScript(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'checks_script_id_fkey' || constraint === 'checks_remediation_script_id_fkey')
    throw notFound('script');
  throw error;
}

function told(ctx: Ctx, id: string, { policy_id }: { agent_id: string | null; policy_id: string | null }): void {
  changed(ctx, 'checks', [id]);
  if (policy_id !== null) changed(ctx, 'policies', [policy_id]);
}
