import { type AuditAction, type AuditDetails, auditActions } from '../schema/audit.ts';
import type { Actor } from './actor.ts';
import type { Ctx } from './context.ts';

export interface AuditTarget {
  id: string | null;
  name: string | null;
}

export interface AuditWrite<A extends AuditAction> {
  target: AuditTarget;
  details: AuditDetails<A>;
  /** Who did it, where a batch carries the work of many; otherwise the context's actor. */
  actor?: Actor;
}

/** How many entries go into one insert. */
const CHUNK = 1000;

/**
 * Appends to the audit trail in the caller's transaction. `id` and `at` are the database's: the application role has no
 * right to name them (ATTACKS.md 56). Details outside the action's declaration are a fault of ours and throw.
 */
export async function recordAudit<A extends AuditAction>(
  ctx: Ctx,
  action: A,
  writes: AuditWrite<A>[],
  outcome: 'success' | 'refused' = 'success',
): Promise<void> {
  for (let start = 0; start < writes.length; start += CHUNK)
    await auditStatement(ctx, action, writes.slice(start, start + CHUNK), outcome);
  noteAudited(ctx);
}

/**
 * The insert itself, up to CHUNK entries, for a hot path that puts it as a CTE into the statement it records; such a one calls
 * noteAudited() afterwards. It ends behind its `from`, so that a `where` may follow.
 */
export function auditStatement<A extends AuditAction>(
  ctx: Ctx,
  action: A,
  writes: AuditWrite<A>[],
  outcome: 'success' | 'refused' = 'success',
) {
  if (outcome === 'success' && ctx.work.audits && !ctx.work.audits.includes(action))
    throw new Error(`the endpoint does not declare that it audits ${action}`);
  const declared = auditActions[action];
  const rows = writes.map(({ target, details, actor = ctx.actor }) => ({
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    target_id: target.id,
    target_name: target.name?.slice(0, 300).toWellFormed() ?? null,
    details: outcome === 'success' ? declared.details.parse(details) : details,
  }));
  return insert(ctx, action, declared.target, rows, outcome);
}

/** Tells consoles that there are new entries. */
export const noteAudited = (ctx: Pick<Ctx, 'emit'>): void => ctx.emit({ type: 'changed', noun: 'audit' });

interface Row {
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  target_id: string | null;
  target_name: string | null;
  details: unknown;
}

function insert(ctx: Ctx, action: string, targetKind: string, rows: Row[], outcome: string) {
  const { sql, origin } = ctx;
  return sql`
    insert into audit_entries (actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, outcome, details, ip, user_agent, request_id)
    select r.actor_kind, r.actor_id, r.actor_name, ${action}, ${targetKind}, r.target_id, r.target_name, ${outcome}, r.details,
           ${origin.ip}, ${origin.userAgent?.slice(0, 500) ?? null}, ${origin.requestId}
    from jsonb_to_recordset(${sql.json(rows as never)}) as r (actor_kind text, actor_id text, actor_name text, target_id text, target_name text, details jsonb)`;
}
