/** What the kernel counts, from /proc and /sys. */
import { existsSync } from 'node:fs';
import type { CpuTimes, NetworkCounters } from '../../checks.ts';
import { readText } from '../command.ts';

export const cpuTimes = () => parseCpuTimes(readText('/proc/stat'));

/** proc_stat(5), the line of all processors; guest time is part of user time. @throws when it is not there. */
export function parseCpuTimes(stat: string): CpuTimes {
  const [, numbers] = /^cpu\s+(.*)$/m.exec(stat) ?? [];
  const [user, nice, system, idle, iowait, irq, softirq, steal] = numbers?.split(/\s+/).map(Number) ?? [];
  if (idle === undefined) throw new Error('/proc/stat has no line of all processors.');
  const busy = sum([user, nice, system, irq, softirq, steal]);
  return { busy, total: busy + idle + (iowait ?? 0) };
}

const sum = (numbers: (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

export async function memory() {
  const value = meminfo(readText('/proc/meminfo'));
  const free = value('MemFree') ?? 0;
  // Kernels before 3.14 do not say what is available; the caches are most of it.
  const available = value('MemAvailable') ?? free + (value('Buffers') ?? 0) + (value('Cached') ?? 0);
  return { total_bytes: value('MemTotal') ?? 0, available_bytes: available };
}

export async function swap() {
  const value = meminfo(readText('/proc/meminfo'));
  const total = value('SwapTotal') ?? 0;
  return { total_bytes: total, used_bytes: total - (value('SwapFree') ?? 0) };
}

/** Values of proc_meminfo(5) in bytes. */
export function meminfo(text: string): (name: string) => number | undefined {
  const values = new Map(
    [...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, kib]) => [name, Number(kib) * 1024]),
  );
  return (name) => values.get(name);
}

export async function load(): Promise<number> {
  const [first = ''] = readText('/proc/loadavg').split(' ', 1);
  if (first === '') throw new Error('/proc/loadavg cannot be read.');
  return Number(first);
}

export async function network(): Promise<NetworkCounters> {
  const counters = parseNetDev(readText('/proc/net/dev'));
  const outward = [...counters].filter(([name]) => existsSync(`/sys/class/net/${name}/device`));
  // In a container no interface is a device; then every one that is not the inside of a bridge.
  const chosen = outward.length > 0 ? outward : [...counters].filter(([name]) => !inner.test(name));
  return new Map(chosen);
}

/** Loopback, and what carries the same bytes once more. */
const inner = /^(lo|veth|docker|br-|virbr|cni|flannel|cali|vnet|tap|ifb|dummy|bond|team|wg|tun)/;

/** proc_net_dev(5): eight fields of what was received, then what was sent; bytes come first in both. */
export function parseNetDev(text: string): NetworkCounters {
  const lines = [...text.matchAll(/^\s*([^\s:]+):\s*(\d+(?:\s+\d+)*)\s*$/gm)];
  return new Map(
    lines.map(([, name = '', numbers = '']) => {
      const fields = numbers.split(/\s+/).map(Number);
      return [name, { received: fields[0] ?? 0, sent: fields[8] ?? 0 }];
    }),
  );
}
