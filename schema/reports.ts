/** Reports over inventory and state of the fleet. SPEC.md, Reports; CONTRACT.md, Devices, patches, reports. */
import { z } from 'zod';
import { Cursor, Id, Limit, Timestamp, text } from './common.ts';
import { DeviceStatus } from './devices.ts';
import { Cpu, sections } from './inventory.ts';

export const reportKinds = ['software', 'hardware', 'machines', 'compliance'] as const;
export const ReportKind = z.enum(reportKinds);
export type ReportKind = z.infer<typeof ReportKind>;

/** `scope` and `id` name a company, a site or a department that the report is about; both or neither. */
export const place = {
  scope: z
    .enum(['client', 'site', 'group'])
    .optional()
    .describe('Kind of the place that id names: company, site, department'),
  id: Id.optional().describe('A place to look at alone; goes with scope'),
};
export interface PlaceFilter {
  scope?: 'client' | 'site' | 'group';
  id?: string;
}
/** Both or neither: `schema.refine(isWholePlace, wholePlace)`. */
export const isWholePlace = ({ scope, id }: PlaceFilter): boolean => (scope === undefined) === (id === undefined);
export const wholePlace = { path: ['id'], message: 'scope and id come together' };

/** What every report takes: a place, words to look for, and a form; `csv` gives the whole report, whatever the page. */
export const reportFilters = { ...place, q: text(200).optional().describe('Words to look for') };
const common = {
  ...reportFilters,
  format: z.enum(['json', 'csv']).default('json'),
  limit: Limit,
  cursor: Cursor.optional(),
};
const bothWays = <K extends string>(keys: readonly K[]) =>
  z.enum([...keys, ...keys.map((key) => `-${key}` as const)] as [K | `-${K}`, ...(K | `-${K}`)[]]);

const listed = { total: z.number().int(), next_cursor: z.string().optional() };
const placed = {
  client_name: z.string().nullable(),
  site_name: z.string().nullable(),
  group_name: z.string().nullable(),
};
const Count = z.number().int();

/** Versions that a row names; a package that is built every day would have hundreds. */
const VERSIONS_MAX = 100;
/** `name` asks which devices have exactly that program, of `manufacturer` and in `version` if these are given. */
export const softwareFilters = {
  ...reportFilters,
  name: text(500, 1).optional().describe('Exactly this program, with the devices that have it'),
  manufacturer: text(500).optional().describe('Exactly, with name'),
  version: text(500).optional().describe('Exactly, with name'),
};
export const SoftwareQuery = z
  .strictObject({
    ...common,
    ...softwareFilters,
    versions: z.coerce
      .number<number | string>()
      .int()
      .min(0)
      .max(VERSIONS_MAX)
      .default(VERSIONS_MAX)
      .describe('How many versions a program lists, those on most devices first; version_count counts all'),
    sort: bothWays(['name', 'devices']).default('name'),
  })
  .refine(isWholePlace, wholePlace)
  .refine(({ name, manufacturer, version }) => name !== undefined || (manufacturer ?? version) === undefined, {
    path: ['name'],
    message: 'manufacturer and version go with a name',
  });
export type SoftwareQuery = z.infer<typeof SoftwareQuery>;

/** A program with how many devices have it, in scope; the versions that most devices have come first, a hundred at most. */
export const SoftwareRow = z
  .object({
    name: z.string(),
    manufacturer: z.string(),
    devices: Count,
    version_count: Count,
    versions: z.array(z.object({ version: z.string(), devices: Count })),
  })
  .meta({ id: 'SoftwareRow' });
export const SoftwareDevice = z.object({
  id: Id,
  hostname: z.string(),
  ...placed,
  manufacturer: z.string(),
  version: z.string(),
});
/** With a `name`, `devices` lists who has it and is what `total` counts. */
export const SoftwareReport = z.object({
  software: z.array(SoftwareRow),
  devices: z.array(SoftwareDevice).optional(),
  ...listed,
});

const deviceSort = bothWays(['hostname', 'client', 'site']).default('hostname');
export const HardwareQuery = z.strictObject({ ...common, sort: deviceSort }).refine(isWholePlace, wholePlace);
export type HardwareQuery = z.infer<typeof HardwareQuery>;

/** What a device reports of its machine; null where it has reported nothing yet. */
export const HardwareRow = z
  .object({
    id: Id,
    hostname: z.string(),
    ...placed,
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
    serial: z.string().nullable(),
    virtual: z.boolean().nullable(),
    cpu: Cpu.nullable(),
    memory_bytes: z.number().int().nullable(),
    disks: sections.disks.nullable(),
    volumes: sections.volumes.nullable(),
    collected_at: Timestamp.nullable(),
  })
  .meta({ id: 'HardwareRow' });
export const HardwareReport = z.object({ devices: z.array(HardwareRow), ...listed });

export const MachinesQuery = z
  .strictObject({
    ...common,
    sort: bothWays(['hostname', 'client', 'site', 'os', 'version', 'status']).default('hostname'),
  })
  .refine(isWholePlace, wholePlace);
export type MachinesQuery = z.infer<typeof MachinesQuery>;

export const MachineRow = z
  .object({
    id: Id,
    hostname: z.string(),
    description: z.string(),
    ...placed,
    os: z.object({ family: z.string(), name: z.string(), version: z.string(), arch: z.string() }),
    version: z.string(),
    status: DeviceStatus,
    last_seen_at: Timestamp.nullable(),
    logged_in_user: z.string().nullable(),
    public_ip: z.string().nullable(),
    local_ips: z.array(z.string()),
    boot_at: Timestamp.nullable(),
    needs_reboot: z.boolean(),
  })
  .meta({ id: 'MachineRow' });
export const MachinesReport = z.object({ devices: z.array(MachineRow), ...listed });

/** What a device is judged by; each counts the same. What is not known of a device (null) is left out of its score. */
export const complianceRules = {
  agent_current: 'The agent is the published version or later',
  seen: 'The device was connected within the last seven days',
  no_reboot: 'No restart is pending',
  no_errors: 'No alert of severity error is unresolved',
  patched: 'Every check of the patch age is ok; not known without one',
} as const;
export type ComplianceRule = keyof typeof complianceRules;
export const ComplianceRule = z.enum(Object.keys(complianceRules) as [ComplianceRule, ...ComplianceRule[]]);

/** Without a place a row for each company; with one, or with `by=device`, for each device. */
export const ComplianceQuery = z
  .strictObject({
    ...common,
    by: z.enum(['client', 'device']).optional().describe('A row for each company, or for each device'),
    sort: bothWays(['name', 'score']).default('name'),
  })
  .refine(isWholePlace, wholePlace);
export type ComplianceQuery = z.infer<typeof ComplianceQuery>;

/** Devices that meet a rule, of those of which it is known. */
const Met = z.object({ met: Count, known: Count });
/** Percent of what is known that is met: over all devices of a company, over the rules of a device; null: nothing is known. */
const Score = z.number().min(0).max(100).nullable();
export const ComplianceClient = z
  .object({
    /** Null: devices that belong to no company. */
    client_id: Id.nullable(),
    client_name: z.string().nullable(),
    devices: Count,
    /** Devices that meet every rule known of them. */
    compliant: Count,
    score: Score,
    rules: z.object({ agent_current: Met, seen: Met, no_reboot: Met, no_errors: Met, patched: Met }),
  })
  .meta({ id: 'ComplianceClient' });
const Kept = z.boolean().nullable();
export const ComplianceDevice = z
  .object({
    id: Id,
    hostname: z.string(),
    ...placed,
    score: Score,
    rules: z.object({ agent_current: Kept, seen: Kept, no_reboot: Kept, no_errors: Kept, patched: Kept }),
  })
  .meta({ id: 'ComplianceDevice' });
export const ComplianceReport = z.object({
  /** How the scores came about. */
  rules: z.array(z.object({ key: ComplianceRule, description: z.string() })),
  /** The published agent; null: none, and `agent_current` is not known. */
  agent_version: z.string().nullable(),
  clients: z.array(ComplianceClient).optional(),
  devices: z.array(ComplianceDevice).optional(),
  ...listed,
});
