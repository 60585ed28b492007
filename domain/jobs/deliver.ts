import type { JobRun } from '../../schema/agent.ts';
import type { Ctx } from '../context.ts';
import { allows } from './transitions.ts';

/** A job on its way to a device. */
export type Delivery = Omit<JobRun, 't' | 'id'> & { agent_id: string };

interface Row {
  job_id: string;
  agent_id: string;
  timeout_sec: number;
  content_sha256: string;
}
const columns = ({ sql }: Ctx) => sql`j.id as job_id, j.agent_id, j.timeout_sec, j.content_sha256`;

/** Puts the scripts to the rows. Each is read once, however many devices run it: 5,000 jobs share one of up to 256 KiB. */
async function withContents({ sql }: Ctx, rows: Row[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const hashes = [...new Set(rows.map((row) => row.content_sha256))];
  const contents = await sql<(Required<Pick<JobRun, 'shell' | 'script' | 'args' | 'env'>> & { sha256: string })[]>`
    select sha256, shell, script, args, env from job_contents where sha256 = any(${hashes}::text[])`;
  // Left out where there are none: agents before 0.5 know neither.
  const byHash = new Map(
    contents.map(({ sha256, shell, script, args, env }) => [
      sha256,
      { shell, script, ...(args.length > 0 && { args }), ...(Object.keys(env).length > 0 && { env }) },
    ]),
  );
  return rows.flatMap(({ content_sha256, ...job }) => {
    const content = byHash.get(content_sha256);
    return content ? [{ ...job, ...content }] : [];
  });
}

/**
 * Claims what may be delivered to these devices, oldest first: dispatched jobs become sent before a byte leaves, so that
 * a crash in between is mended by sending again, never by losing. Concurrent claimers share the rows between them. The ids
 * go through an array, because as a join a table without statistics is scanned once for each row: 2.8 s of CPU for 4,000
 * jobs just inserted, 0.3 s this way.
 */
export async function claim(ctx: Ctx, deviceIds: string[], limit = 5000): Promise<Delivery[]> {
  const { sql } = ctx;
  const rows = await sql<Row[]>`
    update jobs j set status = 'sent', sent_at = ${ctx.now()}
    where j.id = any(array(
      select c.id from jobs c
      where c.agent_id = any(${deviceIds}::uuid[]) and ${allows(sql, 'deliver', sql`c.status`)}
      order by c.created_at, c.id limit ${limit} for update skip locked
    ))
    returning ${columns(ctx)}`;
  if (rows.length > 0) ctx.emit({ type: 'changed', noun: 'jobs', ids: rows.map((row) => row.job_id) });
  return withContents(ctx, rows);
}

/**
 * Jobs that were sent but that the agent has not said it holds: at a reconnect all of them, in the sweep those older than
 * `sentBefore`. The agent ignores what it already has or ran.
 */
export async function unaccepted(ctx: Ctx, deviceIds: string[], sentBefore: Date): Promise<Delivery[]> {
  const { sql } = ctx;
  const rows = await sql<Row[]>`
    select ${columns(ctx)} from jobs j
    where j.agent_id = any(${deviceIds}::uuid[]) and ${allows(sql, 'reconnect', sql`j.status`)} and j.sent_at <= ${sentBefore}
      and j.accepted_at is null
    order by j.created_at, j.id`;
  return withContents(ctx, rows);
}

export interface Cancellation {
  agent_id: string;
  job_id: string;
}

/** Jobs of these devices that were asked to stop and have not answered. */
export function cancellations(ctx: Ctx, deviceIds: string[]): Promise<Cancellation[]> {
  const { sql } = ctx;
  return sql<Cancellation[]>`
    select j.agent_id, j.id as job_id from jobs j
    where j.agent_id = any(${deviceIds}::uuid[]) and j.status = 'cancel_requested'`;
}

/** The agents hold these jobs durably: they need not be sent again. */
export async function accept(ctx: Ctx, accepted: Cancellation[]): Promise<void> {
  const { sql } = ctx;
  await sql`
    update jobs j set accepted_at = ${ctx.now()}
    from jsonb_to_recordset(${sql.json(accepted.map(({ agent_id, job_id }) => ({ agent_id, job_id })))}) as a (agent_id uuid, job_id uuid)
    where j.id = a.job_id and j.agent_id = a.agent_id and j.accepted_at is null`;
}
