import type { Ctx } from '../context.ts';
import { plainArray } from './arrays.ts';

/** A condition of a check on a device; `kind` is that of its alert. */
export interface ResolvedCondition {
  checkId: string;
  agentId: string;
  /** Default `check`. */
  kind?: 'check' | 'check_timeout';
}

/**
 * Forgets what led to alerts that somebody resolved by hand: the streaks begin anew, and the same condition is not raised
 * again before cooldown_sec has passed (CONTRACT.md, Monitoring). Joins the caller's transaction. `resets` grows, so that a
 * result which was judged by the older state at the same moment is judged again (record.ts).
 */
export async function resetStreaks({ sql, now }: Ctx, conditions: ResolvedCondition[]): Promise<void> {
  if (conditions.length === 0) return;
  const at = now();
  await sql`
    update check_instances i set
      failures = case when r.timeout then i.failures else 0 end,
      successes = case when r.timeout then i.successes else 0 end,
      raised = case when r.timeout then i.raised end,
      cooldown_until = case when r.timeout then i.cooldown_until else ${at}::timestamptz + c.cooldown_sec * interval '1 second' end,
      timeouts = case when r.timeout then 0 else i.timeouts end,
      timeout_raised = i.timeout_raised and not r.timeout,
      timeout_cooldown_until = case when r.timeout then ${at}::timestamptz + c.cooldown_sec * interval '1 second' else i.timeout_cooldown_until end,
      resets = i.resets + 1
    from unnest(${conditions.map(({ checkId }) => checkId)}::uuid[], ${conditions.map(({ agentId }) => agentId)}::uuid[],
        ${plainArray(conditions.map(({ kind }) => kind === 'check_timeout'))}::bool[]) r (check_id, device_id, timeout)
      join checks c on c.id = r.check_id
    where i.device_id = r.device_id and i.check_id = r.check_id`;
}
