import { type Ctx, transaction } from '../context.ts';
import { allows, statusAfter } from './transitions.ts';

/** An approved job waits this long for its device (CONTRACT.md, Jobs). */
export const DELIVER_WITHIN_MS = 7 * 24 * 3600 * 1000;
/** Jobs in one transaction, so that a sweep after a long stop holds nothing up. */
const CHUNK = 1000;

/** Expires what nobody fetched in time, from the moment of its approval on. @returns how many jobs expired */
export async function expireUndelivered(ctx: Ctx): Promise<number> {
  for (let expired = 0; ; ) {
    const count = await expireChunk(ctx);
    expired += count;
    if (count < CHUNK) return expired;
  }
}

const expireChunk = (ctx: Ctx): Promise<number> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const now = ctx.now();
    const expired = await sql<{ id: string; description: string; device: string }[]>`
      update jobs r set status = ${statusAfter(sql, 'expire', sql`r.status`)}, finished_at = ${now},
        error = 'Nobody fetched this job within seven days of its approval.'
      from (
        select j.id from jobs j
        where j.status = 'dispatched' and j.decided_at < ${new Date(now.getTime() - DELIVER_WITHIN_MS)}
        order by j.decided_at limit ${CHUNK} for update skip locked
      ) overdue
      where r.id = overdue.id and ${allows(sql, 'expire', sql`r.status`)}
      returning r.id, r.description, r.agent_hostname as device`;
    if (expired.length === 0) return 0;
    await inside.auditMany(
      'job.expire',
      expired.map(({ id, description, device }) => ({
        target: { id, name: description || null },
        details: { device },
      })),
    );
    inside.emit({ type: 'changed', noun: 'jobs' });
    return expired.length;
  });
