import { createHash } from 'node:crypto';
import type {
  DeviceOperationSummary,
  OperationKind,
  ProposeDelete,
  ProposeMove,
} from '../../schema/device-operations.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { type Destination, holdDestination, mayPlaceIn } from '../devices/destination.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { conflict, notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { summaries } from './columns.ts';

/** Proposals of one person or token that may wait at once: more than anybody reads, and an AI in a loop stops there. */
export const WAITING_MAX = 100;

/**
 * Proposes a move; nothing moves before a person approves. A move that the caller has proposed already, and that still
 * waits, is answered instead of made twice, because AI clients repeat calls.
 * @throws 404 device_not_found, site_not_found, department_not_found; 403 out_of_scope for any device or the destination;
 *   400 group_not_in_site; 409 nothing_to_move, too_many_waiting
 */
export async function proposeMove(
  ctx: Ctx,
  { agent_ids, site_id, group_id, reason }: ProposeMove,
): Promise<DeviceOperationSummary> {
  const to = await holdDestination(ctx, site_id, group_id ?? null);
  const devices = await holdDevices(ctx, agent_ids);
  mayPlaceIn(ctx, to);
  const stays = devices.every(
    (one) => one.site_id === site_id && (to.group_id === null || one.group_id === to.group_id),
  );
  if (stays) throw conflict('nothing_to_move', 'All of these devices are there already.');
  return propose(ctx, { kind: 'move', devices, to, reason });
}

/** Likewise a deletion. @throws as proposeMove, for the devices */
export async function proposeDelete(ctx: Ctx, { agent_ids, reason }: ProposeDelete): Promise<DeviceOperationSummary> {
  const devices = await holdDevices(ctx, agent_ids);
  return propose(ctx, { kind: 'delete', devices, to: null, reason });
}

interface Named {
  id: string;
  hostname: string;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
  client_name: string | null;
  site_name: string | null;
  group_name: string | null;
}

/** The devices, kept from being deleted before the proposal is there to be closed with them. */
async function holdDevices(ctx: Ctx, ids: string[]): Promise<Named[]> {
  const distinct = [...new Set(ids)];
  const rows = await ctx.sql<(Named & { in_scope: boolean | null })[]>`
    select d.id, d.hostname, d.client_id, d.site_id, d.group_id, c.name as client_name, s.name as site_name,
      g.name as group_name, ${deviceInScope(ctx)} as in_scope
    from devices d
    left join clients c on c.id = d.client_id
    left join sites s on s.id = d.site_id
    left join groups g on g.id = d.group_id
    where d.id = any(${distinct}::uuid[]) order by d.id for key share of d`;
  if (rows.length < distinct.length) throw notFound('device');
  if (rows.some((row) => row.in_scope !== true)) throw outOfScope('device');
  return rows;
}

interface Proposal {
  kind: OperationKind;
  devices: Named[];
  to: Destination | null;
  reason: string;
}

async function propose(ctx: Ctx, proposal: Proposal): Promise<DeviceOperationSummary> {
  const key = proposerKey(ctx);
  const fingerprint = fingerprintOf(proposal);
  const id = (await sameWaiting(ctx, key, fingerprint)) ?? (await insert(ctx, proposal, key, fingerprint));
  const [summary] = await summaries(ctx, [id]);
  if (!summary) throw new Error('a proposal is there when it has been made');
  return summary;
}

/** The person behind an application or a token; without one the token itself. */
const proposerKey = ({ actor: { userId, kind, id } }: Ctx): string =>
  userId === null ? `${kind}:${id}` : `user:${userId}`;

const fingerprintOf = ({ kind, devices, to }: Proposal): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, to?.site_id ?? null, to?.group_id ?? null, devices.map(({ id }) => id).toSorted()]))
    .digest('hex');

/** Of one proposer one call at a time from here on, so that neither the limit nor a repetition is decided on twice. */
async function sameWaiting({ sql }: Ctx, key: string, fingerprint: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`device_operations ${key}`}, 0))`;
  const [same] = await sql<{ id: string }[]>`
    select id from device_operations where proposer_key = ${key} and fingerprint = ${fingerprint} and status = 'waiting'`;
  if (same) return same.id;
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from device_operations where proposer_key = ${key} and status = 'waiting'`;
  if (row && row.waiting >= WAITING_MAX)
    throw conflict(
      'too_many_waiting',
      `${WAITING_MAX} proposals of yours wait for a decision. Somebody has to decide on some of them first.`,
    );
  return undefined;
}

async function insert(ctx: Ctx, proposal: Proposal, key: string, fingerprint: string): Promise<string> {
  const { sql, origin } = ctx;
  const { kind, devices, to, reason } = proposal;
  const now = ctx.now();
  const source = origin.via ?? 'api';
  const row = {
    ...{ kind, reason, source, proposer_key: key, fingerprint, device_count: devices.length },
    ...(to ?? {}),
    ...{ proposed_by: sql.json(await jobActor(ctx)), created_at: now, updated_at: now },
  };
  const [made] = await sql<{ id: string }[]>`insert into device_operations ${sql(row)} returning id`;
  const id = made?.id ?? '';
  await sql`
    insert into device_operation_devices ${sql(devices.map((device) => named(id, device)))}`;
  const where = to && [to.client_name, to.site_name, to.group_name].filter(Boolean).join(' / ');
  await ctx.audit(
    'device_operation.propose',
    { id, name: nameOf(devices.map(({ hostname }) => hostname)) },
    { kind, devices: devices.length, to: where, source },
  );
  changed(ctx, 'device_operations', [id]);
  return id;
}

const named = (operation_id: string, { id, hostname, ...place }: Named) => ({
  ...{ operation_id, agent_id: id, agent_hostname: hostname },
  client_id: place.client_id,
  site_id: place.site_id,
  group_id: place.group_id,
  client_name: place.client_name,
  site_name: place.site_name,
  group_name: place.group_name,
});

/** As the audit trail names a proposal, in every language: `SRV-01 +11`. */
export function nameOf(hostnames: readonly string[], count = hostnames.length): string {
  const [first = ''] = hostnames.toSorted();
  return count > 1 ? `${first} +${count - 1}` : first;
}
