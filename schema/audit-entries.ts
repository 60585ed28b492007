/** Reading the audit trail. SPEC.md, Audit and export. What may be written is schema/audit.ts. */
import { z } from 'zod';
import { auditActionKeys } from './audit.ts';
import { Cursor, Id, Limit, Timestamp, TimestampInput, text } from './common.ts';

export const ActorKind = z.enum(['user', 'api_token', 'oauth', 'agent', 'system', 'bootstrap']);
export type ActorKind = z.infer<typeof ActorKind>;

export const AuditEntry = z
  .object({
    id: Id,
    at: Timestamp,
    actor: z.object({ kind: ActorKind, id: z.string().nullable(), name: z.string() }),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    outcome: z.enum(['success', 'refused']),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * `actor` is an actor's id or name, `target` a target's id or name; `since` is included, `until` is not, so that windows
 * can follow one another. `cursor` excludes `offset`.
 */
export const AuditQuery = z.strictObject({
  actor: text(200, 1).optional().describe('Id or name of who did it'),
  action: z.enum(auditActionKeys).optional(),
  target: text(300, 1).optional().describe('Id or name of what it was done to'),
  since: TimestampInput.optional().describe('From then on, as 2026-11-20T00:00:00Z'),
  until: TimestampInput.optional().describe('Before then'),
  limit: Limit,
  offset: z.coerce.number<number | string>().int().min(0).max(100_000).default(0),
  cursor: Cursor.optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  next_cursor: z.string().optional(),
});
/** What can be filtered by: people, tokens and parts of the server before devices, at most 500 names in all. */
export const AuditFacets = z.object({ actors: z.array(z.string()), actions: z.array(z.string()) });
export type AuditFacets = z.infer<typeof AuditFacets>;
