import { z } from 'zod';
import type { AlertSuppression } from '../../../schema/alert-suppressions.ts';
import { Id, type Page, Timestamp } from '../../../schema/common.ts';
import type { Ctx } from '../../context.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { notFound } from '../../problem.ts';
import type { Fragment } from '../../sql.ts';
import { coversEverything, windowManageable, windowVisible } from './visible.ts';
import { nextActive } from './windows.ts';

/** As the database has it; when it is active is worked out here. */
type Row = Omit<AlertSuppression, 'active_now' | 'next_from' | 'next_until'>;

/** Windows that are active or coming and that may cover what the caller sees, the one that ends first before. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  { limit, cursor }: Page,
): Promise<{ alert_suppressions: AlertSuppression[]; next_cursor?: string }> {
  const { sql } = ctx;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([Timestamp, Id]));
  const rows = await sql<Row[]>`
    ${select(ctx)}
    where w.ends_at > ${ctx.now()} and ${windowVisible(ctx)}
      ${after ? sql`and (w.ends_at, w.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by w.ends_at, w.id limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    alert_suppressions: shown.map((row) => timed(row, ctx.now())),
    ...(last && { next_cursor: encodeCursor([last.ends_at, last.id]) }),
  };
}

/** @throws 404 alert_suppression_not_found */
export async function read(ctx: Ctx, id: string): Promise<AlertSuppression> {
  const [row] = await ctx.sql<Row[]>`${select(ctx)} where w.id = ${id}`;
  if (!row) throw notFound('alert suppression');
  return timed(row, ctx.now());
}

const select = (ctx: Ctx): Fragment => ctx.sql`
  select w.id, w.kind, w.scope_type, w.scope_id, coalesce(c.name, s.name, g.name, d.hostname) as place, o.name as client_name,
    ${coversEverything(ctx)} as everything, rfc3339(w.starts_at) as starts_at, rfc3339(w.ends_at) as ends_at, w.recurrence,
    w.reason, w.author, ${windowManageable(ctx)} as manageable, rfc3339(w.created_at) as created_at
  from alert_suppressions w
  left join clients c on w.scope_type = 'client' and c.id = w.scope_id
  left join sites s on w.scope_type = 'site' and s.id = w.scope_id
  left join groups g on w.scope_type = 'group' and g.id = w.scope_id
  left join devices d on w.scope_type = 'agent' and d.id = w.scope_id
  left join clients o on o.id = coalesce(c.id, s.client_id, g.client_id, d.client_id)`;

function timed(row: Row, now: Date): AlertSuppression {
  const window = { startsAt: new Date(row.starts_at), endsAt: new Date(row.ends_at), recurrence: row.recurrence };
  const next = nextActive(window, now);
  return {
    ...row,
    active_now: next !== null && next.from <= now,
    next_from: next?.from.toISOString() ?? null,
    next_until: next?.until.toISOString() ?? null,
  };
}
