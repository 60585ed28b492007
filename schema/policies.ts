/** Policies: checks and tasks that places inherit. SPEC.md, Policies. */
import { z } from 'zod';
import { Cursor, Id, Limit, Name, Timestamp, text } from './common.ts';

export const placeTypes = ['client', 'site', 'group', 'agent'] as const;
export const PlaceType = z.enum(placeTypes);

const Description = text(2000).trim();
/** Two policies may have the same name: nothing is found by it. */
export const PolicyCreate = z.strictObject({ name: Name, description: Description.default('') });
export type PolicyCreate = z.infer<typeof PolicyCreate>;
/** What is not named stays. */
export const PolicyUpdate = z.strictObject({ name: Name.optional(), description: Description.optional() });
export type PolicyUpdate = z.infer<typeof PolicyUpdate>;

export const Policy = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    checks: z.number().int(),
    tasks: z.number().int(),
    /** Devices that it reaches, of those that the caller may see. */
    devices: z.number().int(),
    /** Of those that the caller may see. */
    assignments: z.number().int(),
    /** Everything that it reaches is in the caller's scope, so that the caller may change it, given the permission. */
    changeable: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof Policy>;

/** `client_id`: those assigned to a company or to something in it, as far as the caller may see. */
export const PolicyQuery = z.strictObject({
  q: text(200).optional(),
  client_id: Id.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type PolicyQuery = z.infer<typeof PolicyQuery>;
/** By name. */
export const PolicyList = z.object({ policies: z.array(Policy), next_cursor: z.string().optional() });

export const AssignmentCreate = z.strictObject({ scope_type: PlaceType, scope_id: Id });
export type AssignmentCreate = z.infer<typeof AssignmentCreate>;
/** `{aid}` in a path. */
export const AssignmentParam = z.strictObject({ aid: Id });
export const PolicyAssignment = z
  .object({
    id: Id,
    policy_id: Id,
    scope_type: PlaceType,
    scope_id: Id,
    /** Name of the place; those above it follow. */
    name: z.string(),
    client_name: z.string().nullable(),
    site_name: z.string().nullable(),
    devices: z.number().int(),
    created_at: Timestamp,
  })
  .meta({ id: 'PolicyAssignment' });
export type PolicyAssignment = z.infer<typeof PolicyAssignment>;
/** Oldest first. */
export const AssignmentList = z.object({ assignments: z.array(PolicyAssignment), next_cursor: z.string().optional() });
