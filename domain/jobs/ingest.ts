import type { z } from 'zod';
import type { JobOutput, JobResult, JobStarted } from '../../schema/agent.ts';
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';
import { agentActor } from '../actor.ts';
import { type Ctx, transaction } from '../context.ts';
import { notify } from '../notifications/notify.ts';
import type { Fragment } from '../sql.ts';
import { limitOutput } from './limit-output.ts';
import { allows, finishedStates, statusAfter } from './transitions.ts';

/** A frame and the device whose socket it came over: a job of another device is never touched (ATTACKS.md 25). */
export interface From<F> {
  deviceId: string;
  hostname: string;
  frame: F;
}
export type Started = From<z.infer<typeof JobStarted>>;
export type Output = From<z.infer<typeof JobOutput>>;
export type Result = From<JobResult>;

/**
 * A time that an agent reports of a job, or now where it can't be: before the job was sent, or to come. Clocks of machines
 * stand wrong, and the failures of the last day are found by it.
 */
const plausible = ({ sql, now }: Ctx, reported: Fragment) =>
  sql`case when ${reported} between j.sent_at and ${now()}::timestamptz then ${reported} else ${now()}::timestamptz end`;

/** Notes the starts of jobs. @returns the ids that moved or were already known; the others are not this device's. */
export async function start(ctx: Ctx, started: Started[]): Promise<void> {
  const { sql } = ctx;
  const rows = started.map(({ deviceId, frame }) => ({
    agent_id: deviceId,
    job_id: frame.job_id,
    started_at: frame.started_at,
  }));
  const moved = await sql<{ id: string }[]>`
    update jobs j set status = ${statusAfter(sql, 'start', sql`j.status`)}, started_at = ${plausible(ctx, sql`s.started_at`)}, accepted_at = coalesce(j.accepted_at, ${ctx.now()})
    from jsonb_to_recordset(${sql.json(rows)}) as s (agent_id uuid, job_id uuid, started_at timestamptz)
    where j.id = s.job_id and j.agent_id = s.agent_id and ${allows(sql, 'start', sql`j.status`)}
    returning j.id`;
  if (moved.length > 0) ctx.emit({ type: 'changed', noun: 'jobs', ids: moved.map(({ id }) => id) });
}

/** Pieces that follow one another become one row of at most so many characters. */
const PIECE_MAX_UNITS = 256 * 1024;

type Piece = {
  agent_id: string;
  job_id: string;
  byte_offset: number;
  byte_length: number;
  content: string;
};

/**
 * Keeps pieces of output while their jobs run, each behind the one before it: a repeat or an overlap is dropped, so that a
 * job keeps no more than its output may be, whatever an agent sends. The result brings the whole kept output and replaces
 * them.
 */
export async function appendOutput(ctx: Ctx, output: Output[]): Promise<void> {
  const { sql } = ctx;
  const kept = await sql<{ job_id: string; size: number }[]>`
    insert into job_output (job_id, byte_offset, byte_length, content)
    select o.job_id, o.byte_offset, o.byte_length, o.content
    from jsonb_to_recordset(${sql.json(joinPieces(output))}) as o (agent_id uuid, job_id uuid, byte_offset bigint, byte_length int, content text)
    join jobs j on j.id = o.job_id and j.agent_id = o.agent_id and not j.status = any(${finishedStates}::text[])
    where o.byte_offset >= coalesce((
      select p.byte_offset + p.byte_length from job_output p where p.job_id = o.job_id order by p.byte_offset desc limit 1), 0)
    on conflict (job_id, byte_offset) do nothing
    returning job_id, byte_offset + byte_length as size`;
  const sizes = new Map<string, number>();
  for (const { job_id, size } of kept) sizes.set(job_id, Math.max(size, sizes.get(job_id) ?? 0));
  for (const [jobId, sizeBytes] of sizes) ctx.emit({ type: 'jobs.output', jobId, sizeBytes, done: false });
}

/** Rows for what came in one batch, without overlaps; a flood of small pieces of a job becomes few. */
function joinPieces(output: Output[]): Piece[] {
  const rows: Piece[] = [];
  const newest = new Map<string, Piece>();
  for (const { deviceId, frame } of output) {
    const key = `${deviceId} ${frame.job_id}`; // another device's frames about this job must not move where it stands
    const before = newest.get(key);
    const end = before ? before.byte_offset + before.byte_length : 0;
    if (frame.offset < end || frame.offset >= JOB_OUTPUT_MAX_BYTES) continue;
    const byte_length = Buffer.byteLength(frame.text);
    if (before && frame.offset === end && before.content.length + frame.text.length <= PIECE_MAX_UNITS) {
      before.content += frame.text;
      before.byte_length += byte_length;
      continue;
    }
    const row = {
      agent_id: deviceId,
      job_id: frame.job_id,
      byte_offset: frame.offset,
      byte_length,
      content: frame.text,
    };
    newest.set(key, row);
    rows.push(row);
  }
  return rows;
}

type Finished = {
  id: string;
  agent_id: string;
  hostname: string;
  description: string;
  shell: string;
  exit_code: number | null;
  outcome: string;
  late: boolean;
  size: number;
  status: string;
};

/**
 * Finishes jobs with what their agents report. The first result of a job counts; a repeat changes nothing; one that comes
 * after a person completed the job is kept as `late_result`. Idempotent, so that an agent may send until it is acknowledged.
 */
export function finish(ctx: Ctx, results: Result[]): Promise<void> {
  return transaction(ctx, async (inside) => {
    const first = new Map(results.map((result) => [`${result.deviceId} ${result.frame.job_id}`, result]));
    const rows = [...first.values()].map(({ deviceId, frame: { t: _, id: __, ...result } }) => ({
      ...result,
      ...limitOutput(result),
      agent_id: deviceId,
    }));
    const open = await finishOpen(inside, rows);
    const finished = [...open, ...(await keepLate(inside, rows))];
    if (finished.length === 0) return;
    const ids = finished.map(({ id }) => id);
    // Of a job that a person completed the pieces stay: they are all that it shows beside the late result.
    await inside.sql`delete from job_output where job_id = any(${open.map(({ id }) => id)}::uuid[])`;
    await inside.auditMany('job.result', finished.map(toAudit));
    await noteFailed(inside, open);
    inside.emit({ type: 'changed', noun: 'jobs', ids });
    for (const { id, size } of finished) inside.emit({ type: 'jobs.output', jobId: id, sizeBytes: size, done: true });
  });
}

type ResultRow = Omit<JobResult, 't' | 'id'> & { agent_id: string };

const recordset = ({ sql }: Ctx, rows: ResultRow[]) => sql`
  jsonb_to_recordset(${sql.json(rows)}) as r (agent_id uuid, job_id uuid, outcome text, exit_code bigint, stdout text,
    output_truncated boolean, error text, started_at timestamptz, finished_at timestamptz)`;

function finishOpen(ctx: Ctx, rows: ResultRow[]): Promise<Finished[]> {
  const { sql } = ctx;
  const succeeded = sql`(r.outcome = 'exited' and r.exit_code = 0)`;
  // An agent that was killed has lost what it had not sent; what arrived as pieces is the output then.
  const stdout = sql`case when r.stdout = '' and r.output_truncated
    then coalesce((select string_agg(o.content, '' order by o.byte_offset) from job_output o where o.job_id = j.id), '')
    else r.stdout end`;
  const confirmed = sql`(r.outcome = 'cancelled' and ${allows(sql, 'confirm_cancel', sql`j.status`)})`;
  return sql<Finished[]>`
    update jobs j set
      status = case when ${succeeded} then ${statusAfter(sql, 'succeed', sql`j.status`)}
                    when ${confirmed} then ${statusAfter(sql, 'confirm_cancel', sql`j.status`)}
                    else ${statusAfter(sql, 'fail', sql`j.status`)} end,
      outcome = r.outcome, exit_code = r.exit_code, stdout = ${stdout}, output_truncated = r.output_truncated, error = r.error,
      started_at = coalesce(j.started_at, case when r.started_at is not null then ${plausible(ctx, sql`r.started_at`)} end),
      finished_at = ${plausible(ctx, sql`r.finished_at`)},
      accepted_at = coalesce(j.accepted_at, ${ctx.now()})
    from ${recordset(ctx, rows)}
    where j.id = r.job_id and j.agent_id = r.agent_id and ${allows(sql, 'fail', sql`j.status`)}
    returning j.id, j.agent_id, j.agent_hostname as hostname, j.description, j.shell, j.exit_code, j.outcome, false as late, j.status, octet_length(j.stdout) as size`;
}

function keepLate(ctx: Ctx, rows: ResultRow[]): Promise<Finished[]> {
  const { sql } = ctx;
  return sql<Finished[]>`
    update jobs j set
      outcome = r.outcome,
      late_result = jsonb_build_object('outcome', r.outcome, 'exit_code', r.exit_code, 'stdout', r.stdout, 'received_at', rfc3339(${ctx.now()}))
    from ${recordset(ctx, rows)}
    where j.id = r.job_id and j.agent_id = r.agent_id and j.status = any(${finishedStates}::text[]) and j.outcome is null
    returning j.id, j.agent_id, j.agent_hostname as hostname, j.description, j.shell, r.exit_code, r.outcome, true as late, j.status, octet_length(j.stdout) as size`;
}

/** Has whoever asked for it told of jobs that failed. Asks the database nothing when none did. */
const noteFailed = (ctx: Ctx, finished: Finished[]): Promise<void> =>
  notify(
    ctx,
    finished
      .filter(({ status }) => status === 'failed')
      .map(({ id, agent_id, description, shell, exit_code, outcome }) => ({
        event: 'job.failed',
        agentId: agent_id,
        subject: { kind: 'job', id },
        details: { description, shell, exit_code, outcome },
      })),
  );

function toAudit({ id, agent_id, hostname, description, shell, exit_code, outcome, late }: Finished) {
  return {
    actor: agentActor(agent_id, hostname),
    target: { id, name: description || null },
    details: { device: hostname, exit_code, outcome, shell, late },
  };
}
