/** Moves and deletions of devices that were proposed and wait for a person. SPEC.md, Device operation proposal. */
import { z } from 'zod';
import { Cursor, Id, Limit, Timestamp, text } from './common.ts';
import { BULK_DEVICES_MAX, DeviceStatus } from './devices.ts';
import { JobActor } from './jobs.ts';

export const operationKinds = ['move', 'delete'] as const;
export const OperationKind = z.enum(operationKinds);
export type OperationKind = z.infer<typeof OperationKind>;
export const operationStatuses = ['waiting', 'approved', 'rejected'] as const;
export const OperationStatus = z.enum(operationStatuses);
export type OperationStatus = z.infer<typeof OperationStatus>;

const AgentIds = z.array(Id).min(1).max(BULK_DEVICES_MAX).meta({ description: 'Ids of the devices; each counts once' });
const Reason = text(2000)
  .trim()
  .default('')
  .meta({ description: 'Why, in words for the person who decides; they see them as yours' });

export const ProposeMove = z.strictObject({
  agent_ids: AgentIds,
  site_id: Id.meta({ description: 'Site to which all of them would go' }),
  group_id: Id.nullable().optional().meta({
    description:
      'Department of that site. Without one a device keeps the department it has in that site, and leaves any other',
  }),
  reason: Reason,
});
export type ProposeMove = z.infer<typeof ProposeMove>;
export const ProposeDelete = z.strictObject({ agent_ids: AgentIds, reason: Reason });
export type ProposeDelete = z.infer<typeof ProposeDelete>;

/** Where the devices of a move would go. Ids and names are null, and `visible` false, where the caller may not see the place. */
const Destination = z.object({
  visible: z.boolean(),
  client_id: Id.nullable(),
  site_id: Id.nullable(),
  group_id: Id.nullable(),
  client_name: z.string().nullable(),
  site_name: z.string().nullable(),
  group_name: z.string().nullable(),
});

export const DeviceOperationSummary = z
  .object({
    id: Id,
    kind: OperationKind,
    status: OperationStatus,
    /** How many devices it names; a deletion is approved with this number as confirm_count. */
    device_count: z.number().int(),
    /** Of these, how many have been deleted, and how many of the others are offline. */
    gone_count: z.number().int(),
    offline_count: z.number().int(),
    /** The first five by name. */
    hostnames: z.array(z.string()),
    /** Where the devices are now, or were last; null is no company. */
    companies: z.array(
      z.object({ client_id: Id.nullable(), client_name: z.string().nullable(), device_count: z.number().int() }),
    ),
    /** Null for a deletion. */
    destination: Destination.nullable(),
    reason: z.string().meta({ description: "The proposer's own words" }),
    source: z.enum(['mcp', 'chat', 'api']),
    proposed_by: JobActor,
    /** The caller may approve it: permission, and the destination in scope. */
    decidable: z.boolean(),
    /** Kind `system` where nothing was left to decide; closed_because says what was gone. */
    decided_by: JobActor.nullable(),
    decision_reason: z.string().nullable(),
    closed_because: z.enum(['devices_gone', 'destination_gone']).nullable(),
    decided_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'DeviceOperationSummary' });
export type DeviceOperationSummary = z.infer<typeof DeviceOperationSummary>;

/** A device as it is now, or as it was when it was deleted. */
export const ProposedDevice = z.object({
  agent_id: Id,
  hostname: z.string(),
  /** Null: it has been deleted. */
  status: DeviceStatus.nullable(),
  client_id: Id.nullable(),
  site_id: Id.nullable(),
  group_id: Id.nullable(),
  client_name: z.string().nullable(),
  site_name: z.string().nullable(),
  group_name: z.string().nullable(),
  /** It is in another place than when it was proposed. */
  moved_since: z.boolean(),
  /** What became of it; null while nothing has been carried out. */
  outcome: z.enum(['moved', 'already_there', 'deleted', 'gone']).nullable(),
});
export type ProposedDevice = z.infer<typeof ProposedDevice>;

export const DeviceOperation = DeviceOperationSummary.extend({ devices: z.array(ProposedDevice) }).meta({
  id: 'DeviceOperation',
});
export type DeviceOperation = z.infer<typeof DeviceOperation>;

export const OperationQuery = z.strictObject({
  status: OperationStatus.optional(),
  kind: OperationKind.optional(),
  /** Those that name this device. */
  agent_id: Id.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type OperationQuery = z.infer<typeof OperationQuery>;
export const OperationList = z.object({
  device_operations: z.array(DeviceOperationSummary),
  next_cursor: z.string().optional(),
});

/** A deletion needs confirm_count, equal to the number of devices that it names; for a move it is judged when given. */
export const OperationApprove = z
  .strictObject({ confirm_count: z.number().int().optional(), reason: text(1000).trim().optional() })
  .prefault({});
export type OperationApprove = z.infer<typeof OperationApprove>;
export const OperationReject = z.strictObject({ reason: text(1000).trim().optional() }).prefault({});
export type OperationReject = z.infer<typeof OperationReject>;

/** The state in which it was found. */
export const OperationFound = z.object({ status: OperationStatus.optional() }).meta({ id: 'DeviceOperationFound' });
