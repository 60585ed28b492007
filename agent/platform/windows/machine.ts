/** Volumes, memory, load and counters, by CIM (learn.microsoft.com, Win32 provider). */
import { cpus } from 'node:os';
import { z } from 'zod';
import { type NetworkCounters, type Surroundings, Unreachable, type VolumeUse } from '../checks.ts';
import { powershell } from './powershell.ts';

/** Drive types: 2 removable, 3 local, 4 network. */
const VOLUMES =
  'Get-CimInstance Win32_LogicalDisk | Where-Object { $_.Size -gt 0 } | Select-Object DeviceID,DriveType,Size,FreeSpace,Access | ConvertTo-Json -Compress';

const Disk = z.object({
  DeviceID: z.string(),
  DriveType: z.number(),
  Size: z.coerce.number(),
  FreeSpace: z.coerce.number(),
  /** 1: read only. */
  Access: z.number().nullable(),
});

export async function volumes(drive: string | undefined, at: Surroundings): Promise<VolumeUse[]> {
  const disks = parseVolumes(await powershell(VOLUMES, at));
  if (drive === undefined) return disks.filter(({ isLocal }) => isLocal).map(({ use }) => use);
  const wanted = drive.replace(/[\\/]+$/, '').toUpperCase();
  const found = disks.find(({ use }) => use.mount === (wanted.length === 1 ? `${wanted}:` : wanted));
  if (!found) throw new Unreachable(`There is no drive ${drive}.`);
  return [found.use];
}

export function parseVolumes(json: string): { use: VolumeUse; isLocal: boolean }[] {
  return rows(Disk, json).map(({ DeviceID, DriveType, Size, FreeSpace, Access }) => ({
    use: { mount: DeviceID.toUpperCase(), used_bytes: Size - FreeSpace, available_bytes: FreeSpace },
    isLocal: DriveType === 3 && Access !== 1,
  }));
}

/** In KiB. */
const MEMORY =
  'Get-CimInstance Win32_OperatingSystem | Select-Object TotalVisibleMemorySize,FreePhysicalMemory | ConvertTo-Json -Compress';
const Memory = z.object({ TotalVisibleMemorySize: z.coerce.number(), FreePhysicalMemory: z.coerce.number() });

export async function memory(at: Surroundings) {
  const [found] = rows(Memory, await powershell(MEMORY, at));
  if (!found) throw new Error('Windows did not tell its memory.');
  return { total_bytes: found.TotalVisibleMemorySize * 1024, available_bytes: found.FreePhysicalMemory * 1024 };
}

/** In MiB; nothing without a page file. */
const SWAP =
  'Get-CimInstance Win32_PageFileUsage | Select-Object AllocatedBaseSize,CurrentUsage | ConvertTo-Json -Compress';
const PageFile = z.object({ AllocatedBaseSize: z.coerce.number(), CurrentUsage: z.coerce.number() });

export async function swap(at: Surroundings) {
  const files = rows(PageFile, await powershell(SWAP, at));
  const sum = (number: (file: z.infer<typeof PageFile>) => number) =>
    files.reduce((all, file) => all + number(file), 0) * 2 ** 20;
  return { total_bytes: sum((file) => file.AllocatedBaseSize), used_bytes: sum((file) => file.CurrentUsage) };
}

/** Windows keeps no average: what waits for a processor now, and how many are busy. */
const LOAD =
  '$q=(Get-CimInstance Win32_PerfFormattedData_PerfOS_System).ProcessorQueueLength;$p=(Get-CimInstance Win32_PerfFormattedData_PerfOS_Processor -Filter "Name=\'_Total\'").PercentProcessorTime;@{queue=$q;percent=$p}|ConvertTo-Json -Compress';
const Load = z.object({ queue: z.coerce.number(), percent: z.coerce.number() });

export async function load(at: Surroundings): Promise<number> {
  return loadOf(await powershell(LOAD, at), cpus().length);
}

export function loadOf(json: string, cores: number): number {
  const [found] = rows(Load, json);
  if (!found) throw new Error('Windows did not tell its load.');
  return found.queue + (found.percent / 100) * cores;
}

/** Adapters of hardware; virtual switches and tunnels carry the same bytes again. */
const NETWORK =
  'Get-NetAdapter -Physical | Get-NetAdapterStatistics | Select-Object Name,ReceivedBytes,SentBytes | ConvertTo-Json -Compress';
const Adapter = z.object({ Name: z.string(), ReceivedBytes: z.coerce.number(), SentBytes: z.coerce.number() });

export async function network(at: Surroundings): Promise<NetworkCounters> {
  const adapters = rows(Adapter, await powershell(NETWORK, at));
  return new Map(adapters.map((one) => [one.Name, { received: one.ReceivedBytes, sent: one.SentBytes }]));
}

/** ConvertTo-Json writes one thing without a list, and nothing at all for none. @throws when it is none of these. */
export function rows<T extends z.ZodType>(schema: T, json: string): z.infer<T>[] {
  if (json.trim() === '') return [];
  const parsed = z.union([z.array(schema), schema.transform((one) => [one])]).safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error('PowerShell answered something else than was asked.');
  return parsed.data;
}
