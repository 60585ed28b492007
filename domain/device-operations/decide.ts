/**
 * What people do with a proposal. Everything happens in one transaction, so that a proposal is either carried out and
 * decided, or waits as before: also after a kill (docs/decisions/0034-device-operations.md). Rows are locked in the order
 * of every deletion: place, devices, access (users/lock.ts), proposal.
 */
import type {
  DeviceOperation,
  OperationApprove,
  OperationKind,
  OperationReject,
} from '../../schema/device-operations.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { removeAll } from '../devices/delete.ts';
import { holdDestination } from '../devices/destination.ts';
import { lockDevices } from '../devices/lock.ts';
import { moveMany } from '../devices/move.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { conflict, invalid, notFound, outOfScope, Problem } from '../problem.ts';
import { lockAccess } from '../users/lock.ts';
import { operationVisible } from './columns.ts';
import { shown } from './list.ts';
import { requireDecider } from './may-decide.ts';
import { nameOf } from './propose.ts';

interface Operation {
  id: string;
  kind: OperationKind;
  status: string;
  device_count: number;
  site_id: string | null;
  group_id: string | null;
  proposed_by: { name: string };
  hostname: string;
}

type Outcome = 'moved' | 'already_there' | 'deleted' | 'gone';

/**
 * Carries it out for every device that is still there, each audited with the proposal and who made it. Permission, scope
 * and number are judged under the locks; a refusal leaves it waiting.
 * @throws 404; 403 approver_required, permission_denied, out_of_scope (a device or the destination), jobs_manage_required;
 *   400 confirm_count_mismatch; 409 device_operation_decided with the status found, destination_gone, devices_gone,
 *   access_changed; 401 when the caller was signed out meanwhile
 */
export const approve = (ctx: Ctx, id: string, { confirm_count, reason }: OperationApprove): Promise<DeviceOperation> =>
  transaction(ctx, async (inside) => {
    const found = await judge(inside, id);
    checkCount(found, confirm_count);
    if (found.site_id !== null) await holdPlace(inside, found.site_id, found.group_id);
    const ids = await idsOf(inside, id);
    const living = await holdLiving(inside, ids);
    await lockAccess(inside); // from here on nobody else decides, and nobody's access changes
    const operation = await judge(inside, id);
    if (living.length === 0) throw conflict('devices_gone', 'None of these devices is there any more.');
    await decided(inside, id, 'approved', reason);
    const outcomes = await carryOut(inside, operation, living);
    await keepOutcomes(inside, id, outcomes);
    const { kind, device_count, proposed_by, hostname } = operation;
    await inside.audit(
      'device_operation.approve',
      { id, name: nameOf([hostname], device_count) },
      {
        ...{ kind, devices: device_count, gone: device_count - living.length, proposed_by: proposed_by.name },
        reason: reason || undefined,
      },
    );
    return shown(inside, id);
  });

/** Nothing changes but the proposal. @throws 404, 403 as approve for the devices, 409 device_operation_decided, access_changed */
export const reject = (ctx: Ctx, id: string, { reason }: OperationReject): Promise<DeviceOperation> =>
  transaction(ctx, async (inside) => {
    await judge(inside, id);
    await lockAccess(inside);
    const { kind, device_count, proposed_by, hostname } = await judge(inside, id);
    await decided(inside, id, 'rejected', reason);
    await inside.audit(
      'device_operation.reject',
      { id, name: nameOf([hostname], device_count) },
      { kind, devices: device_count, proposed_by: proposed_by.name, reason: reason || undefined },
    );
    return shown(inside, id);
  });

/** The proposal, if the caller may decide on it and it waits. */
async function judge(ctx: Ctx, id: string): Promise<Operation> {
  const { sql } = ctx;
  const [found] = await sql<(Operation & { visible: boolean })[]>`
    select o.id, o.kind, o.status, o.device_count, o.site_id, o.group_id, o.proposed_by, ${operationVisible(ctx)} as visible,
      (select min(agent_hostname) from device_operation_devices where operation_id = o.id) as hostname
    from device_operations o where o.id = ${id}`;
  if (!found) throw notFound('device operation');
  requireDecider(ctx, found.kind);
  if (!found.visible) throw outOfScope('device operation');
  if (found.status !== 'waiting')
    throw conflict('device_operation_decided', `This proposal is ${found.status} already.`, { status: found.status });
  return found;
}

function checkCount({ kind, device_count }: Operation, given: number | undefined): void {
  if (given === device_count || (given === undefined && kind === 'move')) return;
  const said = given === undefined ? 'Send' : `${given} was confirmed, not`;
  throw invalid('confirm_count', `${said} the number of devices, which is ${device_count}.`, 'confirm_count_mismatch');
}

async function holdPlace(ctx: Ctx, siteId: string, groupId: string | null): Promise<void> {
  try {
    await holdDestination(ctx, siteId, groupId);
  } catch (error) {
    if (error instanceof Problem && error.status === 404)
      throw conflict('destination_gone', 'The place where they should go has been deleted.');
    throw error;
  }
}

async function idsOf({ sql }: Ctx, id: string): Promise<string[]> {
  const rows = await sql<{ agent_id: string }[]>`
    select agent_id from device_operation_devices where operation_id = ${id}`;
  return rows.map(({ agent_id }) => agent_id);
}

/** Those that are there, locked. Their scope is judged with the proposal, once it is locked. */
async function holdLiving({ sql }: Ctx, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from devices where id = any(${ids}::uuid[]) order by id for update`;
  return rows.map(({ id }) => id);
}

async function decided(ctx: Ctx, id: string, status: 'approved' | 'rejected', reason?: string): Promise<void> {
  const { sql } = ctx;
  const { count } = await sql`
    update device_operations set status = ${status}, decided_by = ${sql.json(await jobActor(ctx))},
      decision_reason = ${reason || null}, decided_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where id = ${id} and status = 'waiting'`;
  if (count !== 1) throw new Error('a proposal is decided once, under the lock of access');
  changed(ctx, 'device_operations', [id]);
}

async function carryOut(
  ctx: Ctx,
  { id, kind, site_id, group_id, proposed_by }: Operation,
  living: string[],
): Promise<Map<string, Outcome>> {
  const proposed = { proposal: id, proposed_by: proposed_by.name };
  if (kind === 'delete') {
    await removeAll(ctx, living, proposed);
    return new Map(living.map((one) => [one, 'deleted']));
  }
  if (site_id === null) throw new Error('a move has a site');
  const before = await lockDevices(ctx, living);
  await moveMany(ctx, { agent_ids: living, site_id, ...(group_id !== null && { group_id }) }, proposed);
  const stays = (device: { site_id: string | null; group_id: string | null }) =>
    device.site_id === site_id && (group_id === null || device.group_id === group_id);
  return new Map(before.map((device) => [device.id, stays(device) ? 'already_there' : 'moved']));
}

/** Of every device, of which those that are not named here were gone before. */
async function keepOutcomes({ sql }: Ctx, id: string, outcomes: Map<string, Outcome>): Promise<void> {
  await sql`
    update device_operation_devices r set outcome = coalesce(x.outcome, 'gone')
    from device_operation_devices o
    left join unnest(${[...outcomes.keys()]}::uuid[], ${[...outcomes.values()]}::text[]) x (id, outcome) on x.id = o.agent_id
    where r.operation_id = ${id} and o.operation_id = r.operation_id and o.agent_id = r.agent_id`;
}
