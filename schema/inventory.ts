/** What an agent reports about its machine. Sections travel and are stored apart, each with a hash (CONTRACT.md, Devices). */
import { z } from 'zod';
import { Timestamp, text } from './common.ts';

const bytes = z.number().int().nonnegative();
const label = text(500);

export const System = z.object({
  manufacturer: label,
  model: label,
  serial: label,
  uuid: label,
  virtual: z.boolean(),
});
export const Cpu = z.object({
  model: label,
  cores: z.number().int().nonnegative(),
  threads: z.number().int().nonnegative(),
});
export const Memory = z.object({ memory_bytes: bytes });
export const Disk = z.object({ name: label, model: label, serial: label, size_bytes: bytes, kind: label });
export const Volume = z.object({ mount: text(4096), fs: label, size_bytes: bytes, used_bytes: bytes });
export const Interface = z.object({ name: label, mac: label, ips: z.array(label).max(256) });
export const Software = z.object({
  name: label,
  version: label,
  /** Publisher, maintainer or signing identity. */
  manufacturer: label,
  installed_at: label.nullable(),
  size_bytes: bytes.nullable(),
  /** Where it was found, e.g. `dpkg`, `rpm`, `registry`. */
  source: label,
});
export const Service = z.object({ name: label, description: label, state: label, start: label });
export const MachineUser = z.object({ name: label, uid: label, home: text(4096), admin: z.boolean() });

/** Section name to what it holds; an agent sends a section only when its hash has changed. */
export const sections = {
  system: System,
  cpu: Cpu,
  memory: Memory,
  disks: z.array(Disk).max(1000),
  volumes: z.array(Volume).max(1000),
  interfaces: z.array(Interface).max(1000),
  software: z.array(Software).max(20_000),
  services: z.array(Service).max(5_000),
  users: z.array(MachineUser).max(5_000),
} as const;
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
/** Those that are lists. */
export const listSections = ['disks', 'volumes', 'interfaces', 'software', 'services', 'users'] as const;

const counted = z.coerce.number<number | string>().int();
/** Without any of them all that there is. */
export const InventoryQuery = z.strictObject({
  sections: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(sectionNames)).min(1))
    .optional()
    .describe(`Which sections, with commas between: ${sectionNames.join(', ')}`),
  q: text(200).optional().describe('Only entries of lists that contain all of these words'),
  limit: counted.min(1).max(20_000).optional().describe('Entries of each list'),
  offset: counted.min(0).max(20_000).optional().describe('Entries of each list to leave out, to get what follows'),
});
export type InventoryQuery = z.infer<typeof InventoryQuery>;

/** GET /api/devices/{id}/inventory: the sections that have arrived so far, memory as `memory_bytes`. */
export const Inventory = z
  .object({
    collected_at: Timestamp,
    system: System.optional(),
    cpu: Cpu.optional(),
    memory_bytes: bytes.optional(),
    disks: sections.disks.optional(),
    volumes: sections.volumes.optional(),
    interfaces: sections.interfaces.optional(),
    software: sections.software.optional(),
    services: sections.services.optional(),
    users: sections.users.optional(),
    counts: z
      .partialRecord(z.enum(listSections), z.number().int())
      .optional()
      .describe('How many entries each list has, or has with these words; absent where everything was asked for'),
  })
  .meta({ id: 'Inventory' });
export type Inventory = z.infer<typeof Inventory>;
