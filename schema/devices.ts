/** Devices, their placement and bulk operations. SPEC.md, Device; CONTRACT.md, Devices. */
import { z } from 'zod';
import { Cursor, Id, Limit, Timestamp, text } from './common.ts';

export const DeviceStatus = z.enum(['online', 'offline']);

export const CredentialRotation = z.object({
  state: z.enum(['none', 'requested', 'staged', 'cancelling']),
  requested_at: Timestamp.nullable(),
  requested_by: z.string().nullable(),
});

export const Device = z
  .object({
    id: Id,
    hostname: z.string(),
    description: z.string(),
    note: z.string(),
    client_id: Id.nullable(),
    site_id: Id.nullable(),
    group_id: Id.nullable(),
    client_name: z.string().nullable(),
    site_name: z.string().nullable(),
    group_name: z.string().nullable(),
    extprov_a_id: z.string().nullable(),
    extprov_b_id: z.string().nullable(),
    version: z.string(),
    status: DeviceStatus,
    os: z.object({
      family: z.enum(['linux', 'windows', 'darwin']),
      name: z.string(),
      version: z.string(),
      arch: z.string(),
    }),
    last_seen_at: Timestamp.nullable(),
    enrolled_at: Timestamp,
    public_ip: z.string().nullable(),
    local_ips: z.array(z.string()),
    logged_in_user: z.string().nullable(),
    boot_at: Timestamp.nullable(),
    needs_reboot: z.boolean(),
    tags: z.array(z.string()),
    identity: z.enum(['trusted', 'revoked']),
    credential_rotation: CredentialRotation,
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

const sortKeys = ['hostname', 'client', 'site', 'os', 'version', 'status'] as const;
export const DeviceSortKey = z.enum(sortKeys);
export type DeviceSortKey = z.infer<typeof DeviceSortKey>;
export const DeviceSort = z.enum([...sortKeys, ...sortKeys.map((key) => `-${key}` as const)]);
export type DeviceSort = z.infer<typeof DeviceSort>;

/**
 * `q` looks in hostname, description, user, address and tag for each of its words, ten at most. `client_id` is `none` for
 * devices that belong to no company, `group_id` for those in no department. `offset` jumps in a long table, `cursor` pages on; one of them.
 */
export const DeviceQuery = z
  .strictObject({
    limit: Limit,
    cursor: Cursor.optional(),
    offset: z.coerce.number<number | string>().int().min(0).max(1_000_000).optional(),
    q: text(200).optional().describe('Words, all of which are found in hostname, description, user, address or tag'),
    status: DeviceStatus.optional(),
    client_id: z
      .union([Id, z.literal('none')])
      .optional()
      .describe('A company; none: devices that belong to no company'),
    site_id: Id.optional(),
    group_id: z
      .union([Id, z.literal('none')])
      .optional()
      .describe('A department; none: devices in no department'),
    tag: text(100, 1).optional(),
    sort: DeviceSort.default('hostname').describe('With - in front descending'),
  })
  .refine(({ cursor, offset }) => cursor === undefined || offset === undefined, {
    path: ['offset'],
    message: 'excludes cursor',
  });
export type DeviceQuery = z.infer<typeof DeviceQuery>;

export const DeviceList = z.object({
  devices: z.array(Device),
  total: z.number().int(),
  next_cursor: z.string().optional(),
});

/** Omitted fields stay as they are. Tags are kept lower-case, sorted and distinct. */
export const DeviceEdit = z.strictObject({
  description: text(500).trim().optional(),
  note: text(10_000).optional(),
  tags: z.array(text(50).trim().toLowerCase().min(1)).max(50).optional(),
});
export const RemoteIds = z.strictObject({
  extprov_a_id: text(200).trim().nullable().optional(),
  extprov_b_id: text(200).trim().nullable().optional(),
});

/** Clears the department unless the device already belongs to that site. null takes the device out of the organisation. */
export const DeviceSite = z.strictObject({ site_id: Id.nullable() });
export const DeviceGroup = z.strictObject({ group_id: Id.nullable() });

export const BULK_DEVICES_MAX = 500;
const AgentIds = z.array(Id).min(1).max(BULK_DEVICES_MAX);

export const BulkMove = z.strictObject({ agent_ids: AgentIds, site_id: Id, group_id: Id.nullable().optional() });
export const BulkMoved = z.object({ moved: z.number().int() });

/** confirm_count must equal the number of distinct devices named. */
export const BulkDelete = z.strictObject({ agent_ids: AgentIds, confirm_count: z.number().int() });
export const BulkDeleted = z.object({
  deleted: z.number().int(),
  failed: z.array(z.object({ id: Id, error: z.string(), code: z.string() })),
});
