/** Volumes, memory, load and counters of macOS, from df(1), vm_stat(1), sysctl(8) and netstat(1). */
import { loadavg, totalmem } from 'node:os';
import { type NetworkCounters, type Surroundings, Unreachable, type VolumeUse } from '../checks.ts';
import { succeeded } from '../command.ts';

export async function volumes(mount: string | undefined, { run }: Surroundings): Promise<VolumeUse[]> {
  // -l: local ones only, since a dead server holds df up.
  const options = mount === undefined ? ['-lkP'] : ['-kP'];
  const all = parseDf(succeeded('df', await run('/bin/df', options)));
  if (mount === undefined) return all.filter(({ mount: at }) => holdsFiles(at));
  const found = all.find(({ mount: at }) => at === (mount.length > 1 ? mount.replace(/\/+$/, '') : mount));
  if (!found) throw new Unreachable(`Nothing is mounted at ${mount}.`);
  return [found];
}

/** The data volume stands for the container that it shares with the sealed system and its helpers. */
const holdsFiles = (mount: string) => mount === '/System/Volumes/Data' || /^\/Volumes\/./.test(mount) || mount === '/';

/**
 * `Filesystem 1024-blocks Used Available Capacity Mounted on`. Volumes of one APFS container each count only their own
 * files as used, but share what is free: all that is not free is used.
 */
export function parseDf(text: string): VolumeUse[] {
  return text.split('\n').flatMap((line) => {
    const [, device = '', size, , available, mount = ''] =
      /^(.+?)\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s+(\/.*)$/.exec(line) ?? [];
    if (size === undefined || !(device.startsWith('/dev/') || /^(\/\/|[^/]+:\/)/.test(device))) return [];
    const free = Number(available) * 1024;
    return [{ mount, used_bytes: Number(size) * 1024 - free, available_bytes: free }];
  });
}

export async function memory({ run }: Surroundings) {
  const available_bytes = parseVmStat(succeeded('vm_stat', await run('/usr/bin/vm_stat', [])));
  return { total_bytes: totalmem(), available_bytes };
}

/** Free, inactive and speculative pages can be had at once. @throws when they are not told. */
export function parseVmStat(text: string): number {
  const size = Number(/page size of (\d+) bytes/.exec(text)?.[1]);
  const pages = (name: string) => Number(new RegExp(`^Pages ${name}:\\s+(\\d+)\\.`, 'm').exec(text)?.[1]);
  const bytes = (pages('free') + pages('inactive') + pages('speculative')) * size;
  if (Number.isNaN(bytes)) throw new Error('vm_stat did not tell its pages.');
  return bytes;
}

export async function swap({ run }: Surroundings) {
  return parseSwap(succeeded('sysctl', await run('/usr/sbin/sysctl', ['-n', 'vm.swapusage'])));
}

/** `total = 2048.00M  used = 1024.25M  free = 1023.75M  (encrypted)`. */
export function parseSwap(text: string) {
  const units: Record<string, number> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
  const bytes = (name: string) => {
    const [, number, unit = 'M'] = new RegExp(`${name} = ([\\d.]+)([KMG])`).exec(text) ?? [];
    if (number === undefined) throw new Error('sysctl did not tell the swap.');
    return Number(number) * (units[unit] ?? 1);
  };
  return { total_bytes: bytes('total'), used_bytes: bytes('used') };
}

export async function load(): Promise<number> {
  return loadavg()[0] ?? 0;
}

export async function network({ run }: Surroundings): Promise<NetworkCounters> {
  return parseNetstat(succeeded('netstat', await run('/usr/sbin/netstat', ['-ibn'])));
}

/**
 * `Name Mtu Network Address Ipkts Ierrs Ibytes Opkts Oerrs Obytes Coll`: a line for each address; the one of the link has
 * `<Link#n>` as its network, and for real adapters a MAC address.
 */
export function parseNetstat(text: string): NetworkCounters {
  const lines = text.matchAll(
    /^(en\d+)\*?\s+\d+\s+<Link#\d+>\s+(?:[0-9a-f:]{11,17}\s+)?\d+\s+\S+\s+(\d+)\s+\d+\s+\S+\s+(\d+)/gm,
  );
  return new Map(
    [...lines].map(([, name = '', received, sent]) => [name, { received: Number(received), sent: Number(sent) }]),
  );
}
