import { z } from 'zod';
import { Id, Timestamp } from '../../schema/common.ts';
import type { StandingApproval, StandingQuery, StandingSummary } from '../../schema/standing-approvals.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { envelope, JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { ownerJoin, shownEnv, standingColumns, standingJoins, standingVisible } from './columns.ts';

/** A page of what has to do with devices that the caller may see, asked for last first. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  { state, limit, cursor }: StandingQuery,
): Promise<JsonText<{ standing_approvals: StandingSummary[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([Timestamp, Id]));
  const rows = await sql<{ at: string; id: string; json: string }[]>`
    select rfc3339(s.requested_at) as at, s.id, row_to_json(v)::text as json
    from standing_approvals s ${ownerJoin(ctx)} ${standingJoins(ctx)}
    cross join lateral (select ${standingColumns(ctx)}) v
    where ${standingVisible(ctx)} ${state === undefined ? sql`` : sql`and s.state = ${state}`}
      ${before ? sql`and (s.requested_at, s.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by s.requested_at desc, s.id desc limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return envelope('standing_approvals', `[${shown.map(({ json }) => json).join(',')}]`, {
    next_cursor: last && encodeCursor([last.at, last.id]),
  });
}

/** One, with its text and what was approved last. @throws 404 standing_approval_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<StandingApproval>> {
  const { sql } = ctx;
  const [row] = await sql<{ visible: boolean; json: string }[]>`
    select ${standingVisible(ctx)} as visible, row_to_json(v)::text as json
    from standing_approvals s ${ownerJoin(ctx)} ${standingJoins(ctx)}
    left join scripts l on l.id = w.script_id
    left join job_contents b on b.sha256 = s.approved_content_sha256
    cross join lateral (
      select ${standingColumns(ctx)}, k.script, k.args, ${shownEnv(ctx, sql`k`)} as env, w.script_id, l.name as script_name,
        case when b.sha256 is not null then json_build_object('shell', b.shell, 'script', b.script, 'args', b.args,
          'env', ${shownEnv(ctx, sql`b`)}, 'content_sha256', b.sha256, 'schedule', s.approved_schedule,
          'timeout_sec', s.approved_timeout_sec, 'by', s.approved_by ->> 'name', 'at', rfc3339(s.approved_at)) end as previous_approved
    ) v
    where s.id = ${id}`;
  if (!row) throw notFound('standing approval');
  if (!row.visible) throw outOfScope('standing approval');
  return new JsonText(row.json);
}
