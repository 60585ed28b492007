/** Policies: checks and tasks that places inherit. SPEC.md, Policies. */
import { z } from 'zod';
import { Id, Name, Timestamp, text } from './common.ts';

export const placeTypes = ['client', 'site', 'group', 'agent'] as const;
export const PlaceType = z.enum(placeTypes);

export const PolicySave = z.strictObject({ name: Name, description: text(2000).trim().default('') });
export const Policy = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    checks: z.number().int(),
    tasks: z.number().int(),
    /** Devices it reaches, of which the caller may see. */
    devices: z.number().int(),
    assignments: z.number().int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof Policy>;

export const AssignmentCreate = z.strictObject({ scope_type: PlaceType, scope_id: Id });
export const PolicyAssignment = z
  .object({
    id: Id,
    policy_id: Id,
    scope_type: PlaceType,
    scope_id: Id,
    /** Names of the place and of those above it. */
    name: z.string(),
    client_name: z.string().nullable(),
    site_name: z.string().nullable(),
    devices: z.number().int(),
    created_at: Timestamp,
  })
  .meta({ id: 'PolicyAssignment' });
export type PolicyAssignment = z.infer<typeof PolicyAssignment>;
