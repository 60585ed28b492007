import { recordAudit } from '../domain/audit.ts';
import type { Ctx } from '../domain/context.ts';
import type { Problem } from '../domain/problem.ts';
import type { AuditAction } from '../schema/audit.ts';
import type { Services } from './services.ts';

const MINUTE_MS = 60_000;
/** Distinct (actor, action) pairs remembered at once; past it the oldest window is dropped and may be recorded again. */
const REMEMBERED = 10_000;
/** Entries a minute about nobody in particular. Names that are no account's cost a guesser nothing, and the trail is kept for years. */
const STRANGERS_PER_MINUTE = 60;

/**
 * Writes refusals of signed-in principals to the audit trail, one per (actor, action, minute), so that a client in a
 * loop does not fill it (CONTRACT.md, Access). The others of that minute go to the request log only. Failed sign-ins have
 * no actor yet: they carry a key of their own, used for known and unknown accounts alike; those of unknown ones end at
 * sixty a minute, which nobody can tell from outside, because the answer does not wait for the entry.
 * The entry names what the first of them was aimed at: the refusal's own target, or `aimedAt`, an id without a name.
 * An entry that cannot be written is counted and logged, and tried again at the next refusal; the caller gets the refusal.
 */
export function createRefusalRecorder({ log, metrics }: Pick<Services, 'log' | 'metrics'>) {
  const seen = new Map<string, number>();
  let strangers = { minute: 0, count: 0 };
  return async (ctx: Ctx, action: AuditAction, problem: Problem, aimedAt: string | null = null): Promise<boolean> => {
    const minute = Math.floor(ctx.now().getTime() / MINUTE_MS);
    const { refused } = problem.extras;
    const key = `${ctx.actor.kind}:${refused?.key ?? ctx.actor.id ?? ctx.actor.name}:${action}`;
    if (seen.get(key) === minute) return false;
    if (refused && refused.target.id === null) {
      strangers = strangers.minute === minute ? { minute, count: strangers.count + 1 } : { minute, count: 1 };
      if (strangers.count > STRANGERS_PER_MINUTE) return false;
    }
    seen.delete(key);
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value ?? key);
    seen.set(key, minute);
    const target = refused?.target ?? { id: aimedAt, name: null };
    const details = { code: problem.code, ...(refused && { reason: refused.reason }) };
    const writes = [{ target, details: details as never }];
    try {
      await recordAudit(ctx, action, writes, 'refused');
      return true;
    } catch (error) {
      seen.delete(key);
      metrics.auditWriteFailures.inc();
      log.error({ err: error, requestId: ctx.origin.requestId, action }, 'a refusal is missing in the audit trail');
      return false;
    }
  };
}
