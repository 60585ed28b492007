/** Acknowledging and resolving, one alert or many: set-wise, of racing callers one wins. */
import { changed } from '../changed.ts';
import { resetStreaks } from '../check-runs/reset.ts';
import { type Ctx, transaction } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import type { Problem } from '../problem.ts';
import { type Asked, type Held, hold } from './hold.ts';
import { tell } from './tell.ts';
import { record } from './timeline.ts';
import { fromStates, statusAfter } from './transitions.ts';

/** What became of each id. */
export interface Decided {
  updated: string[];
  refused: Map<string, Problem>;
}

/** Somebody has seen it. Refused: 404, 403 out_of_scope, 409 version_conflict, 409 alert_not_allowed unless it is open. */
export const acknowledge = (ctx: Ctx, asked: Asked, note?: string): Promise<Decided> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const { held, refused } = await hold(inside, asked, fromStates('acknowledge'));
    const updated = held.map(({ id }) => id);
    const by = await jobActor(inside);
    await sql`
      update alerts a set status = ${statusAfter(sql, 'acknowledge', sql`a.status`)}, version = a.version + 1,
        acknowledged_at = ${inside.now()}, acknowledged_by = ${sql.json(by)}, updated_at = ${inside.now()}
      where a.id = any(${updated}::uuid[])`;
    await record(
      inside,
      updated.map((alertId) => ({ alertId, kind: 'acknowledged', note })),
      by,
    );
    await inside.auditMany('alert.acknowledge', held.map(auditOf(note)));
    changed(inside, 'alerts', updated);
    return { updated, refused };
  });

/**
 * Somebody says that it is over: the streaks of its check begin anew and its cooldown starts, so that it comes back only if
 * it is not. Whoever was told of it is told. Refused as acknowledge(), but for acknowledged ones.
 */
export const resolve = (ctx: Ctx, asked: Asked, note?: string): Promise<Decided> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const { held, refused } = await hold(inside, asked, fromStates('resolve'));
    const updated = held.map(({ id }) => id);
    const by = await jobActor(inside);
    await sql`
      update alerts a set status = ${statusAfter(sql, 'resolve', sql`a.status`)}, version = a.version + 1,
        resolved_at = ${inside.now()}, resolved_by = ${sql.json(by)}, resolution = 'manual', updated_at = ${inside.now()}
      where a.id = any(${updated}::uuid[])`;
    await record(
      inside,
      updated.map((alertId) => ({ alertId, kind: 'resolved', note })),
      by,
    );
    await tell(
      inside,
      held.flatMap((alert) =>
        alert.told_severity !== null && !alert.quiet
          ? [{ event: 'alert.resolved', alert, details: { resolution: 'manual', resolved_by: by.name } }]
          : [],
      ),
    );
    await resetStreaks(inside, held.flatMap(conditionOf));
    await inside.auditMany('alert.resolve', held.map(auditOf(note)));
    changed(inside, 'alerts', updated);
    return { updated, refused };
  });

function conditionOf({ kind, source_id, agent_id }: Held) {
  if (kind !== 'check' && kind !== 'check_timeout') return [];
  return [{ checkId: source_id, agentId: agent_id, kind } as const];
}

const auditOf =
  (note: string | undefined) =>
  ({ id, title, agent_hostname }: Held) => ({
    target: { id, name: title },
    details: { device: agent_hostname, note: note || undefined },
  });
