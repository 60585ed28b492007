import { z } from 'zod';
import { Id, Timestamp } from '../../schema/common.ts';
import type {
  DeviceOperation,
  DeviceOperationSummary,
  OperationQuery,
  ProposedDevice,
} from '../../schema/device-operations.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { notFound, outOfScope } from '../problem.ts';
import type { Fragment } from '../sql.ts';
import { operationVisible, summaries } from './columns.ts';

interface Position {
  waiting: boolean;
  at: string;
  id: string;
}

/** Those whose devices are all in scope: what waits first, then what was decided last. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  query: OperationQuery,
): Promise<{ device_operations: DeviceOperationSummary[]; next_cursor?: string }> {
  const positions = await ctx.sql<Position[]>`${listQuery(ctx, query)}`;
  const shown = positions.slice(0, query.limit);
  const last = positions.length > query.limit ? shown.at(-1) : undefined;
  const device_operations = await summaries(
    ctx,
    shown.map(({ id }) => id),
  );
  return { device_operations, ...(last && { next_cursor: encodeCursor([last.waiting ? 1 : 0, last.at, last.id]) }) };
}

/** The positions of a page and of one more, from device_operations_order_idx. */
export function listQuery(
  ctx: Pick<Ctx, 'sql' | 'scope'>,
  { status, kind, agent_id, limit, cursor }: OperationQuery,
): Fragment {
  const { sql } = ctx;
  const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.literal([0, 1]), Timestamp, Id]));
  const at = sql`coalesce(o.decided_at, o.created_at)`;
  return sql`
    select o.status = 'waiting' as waiting, ${at} as at, o.id
    from device_operations o
    where ${operationVisible(ctx)}
      ${status === undefined ? sql`` : sql`and o.status = ${status}`}
      ${kind === undefined ? sql`` : sql`and o.kind = ${kind}`}
      ${agent_id === undefined ? sql`` : sql`and o.id in (select operation_id from device_operation_devices where agent_id = ${agent_id})`}
      ${before ? sql`and (o.status = 'waiting', ${at}, o.id) < (${before[0] === 1}, ${before[1]}::timestamptz, ${before[2]}::uuid)` : sql``}
    order by (o.status = 'waiting') desc, ${at} desc, o.id desc limit ${limit + 1}`;
}

/** One, with its devices. @throws 404 device_operation_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<DeviceOperation> {
  const [found] = await ctx.sql<{ visible: boolean }[]>`
    select ${operationVisible(ctx)} as visible from device_operations o where o.id = ${id}`;
  if (!found) throw notFound('device operation');
  if (!found.visible) throw outOfScope('device operation');
  return shown(ctx, id);
}

/** How many wait that the caller sees. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  const [row] = await ctx.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from device_operations o where o.status = 'waiting' and ${operationVisible(ctx)}`;
  return row?.waiting ?? 0;
}

/** What `read` answers, for somebody who was judged already. */
export async function shown(ctx: Ctx, id: string): Promise<DeviceOperation> {
  const { sql } = ctx;
  const [summary] = await summaries(ctx, [id]);
  if (!summary) throw notFound('device operation');
  const devices = await sql<ProposedDevice[]>`
    select r.agent_id, coalesce(d.hostname, r.agent_hostname) as hostname, d.status,
      case when d.id is null then r.client_id else d.client_id end as client_id,
      case when d.id is null then r.site_id else d.site_id end as site_id,
      case when d.id is null then r.group_id else d.group_id end as group_id,
      case when d.id is null then r.client_name else c.name end as client_name,
      case when d.id is null then r.site_name else s.name end as site_name,
      case when d.id is null then r.group_name else g.name end as group_name,
      d.id is not null and (d.site_id is distinct from r.site_id or d.group_id is distinct from r.group_id) as moved_since,
      r.outcome
    from device_operation_devices r
    left join devices d on d.id = r.agent_id
    left join clients c on c.id = d.client_id
    left join sites s on s.id = d.site_id
    left join groups g on g.id = d.group_id
    where r.operation_id = ${id}
    order by lower(coalesce(c.name, r.client_name)), lower(coalesce(d.hostname, r.agent_hostname)), r.agent_id`;
  return { ...summary, devices };
}
