import { z } from 'zod';
import { Id, type Page } from '../../schema/common.ts';
import type { TaskRun } from '../../schema/tasks.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { requireVisible } from './access.ts';

/**
 * A page of a task's runs, newest first; the counts are of all its devices. @throws 404 task_not_found, 403 out_of_scope,
 * 400 invalid_cursor
 */
export async function listRuns(
  ctx: Ctx,
  taskId: string,
  { limit, cursor }: Page,
): Promise<{ runs: TaskRun[]; next_cursor?: string }> {
  const { sql } = ctx;
  await requireVisible(ctx, taskId);
  const before = cursor === undefined ? sql`true` : sql`r.id < ${decodeCursor(cursor, z.tuple([Id]))[0]}`;
  const rows = await sql<TaskRun[]>`
    select r.id, rfc3339(r.scheduled_at) as scheduled_at, rfc3339(r.started_at) as started_at, r.cause, r.asked_by,
      r.dispatched, r.proposed, r.skipped, r.unable, r.error
    from task_runs r where r.task_id = ${taskId} and ${before} order by r.id desc limit ${limit + 1}`;
  const runs = rows.slice(0, limit);
  const last = rows.length > limit ? runs.at(-1) : undefined;
  return { runs, ...(last && { next_cursor: encodeCursor([last.id]) }) };
}
