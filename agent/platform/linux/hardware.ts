import { existsSync } from 'node:fs';
import type { z } from 'zod';
import type { Cpu, Memory, System } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { readText } from './command.ts';

const DMI = '/sys/class/dmi/id';
/** What manufacturers leave in fields that they did not fill in. */
const placeholder =
  /^(to be filled by o\.e\.m\.|default string|system (manufacturer|product name|serial number)|not (specified|applicable|available)|none|unknown|0+|n\/a)$/i;

export async function system(): Promise<z.infer<typeof System>> {
  const field = (name: string, deviceTree: string) => {
    const value = readText(`${DMI}/${name}`);
    return clean(
      placeholder.test(value) ? '' : value || (deviceTree && readText(`/proc/device-tree/${deviceTree}`)),
      500,
    );
  };
  const manufacturer = field('sys_vendor', '');
  const model = field('product_name', 'model');
  return {
    manufacturer,
    model,
    serial: field('product_serial', 'serial-number'),
    uuid: field('product_uuid', '').toLowerCase(),
    virtual: isVirtual(readText('/proc/cpuinfo'), `${manufacturer} ${model}`) || existsSync('/run/systemd/container'),
  };
}

/** A hypervisor shows itself in the CPU flags of x86 (CPUID leaf 1), elsewhere by the firmware's names. */
export function isVirtual(cpuinfo: string, names: string): boolean {
  return (
    /^flags\s*:.*\bhypervisor\b/m.test(cpuinfo) ||
    /qemu|kvm|vmware|virtualbox|bochs|xen|parallels|bhyve|virtual machine/i.test(names)
  );
}

export async function cpu(): Promise<z.infer<typeof Cpu>> {
  return parseCpuinfo(readText('/proc/cpuinfo'));
}

/** Cores are told apart by package and core id; where neither is given (ARM, many VMs) every thread counts as one. */
export function parseCpuinfo(text: string): z.infer<typeof Cpu> {
  const blocks = text.split(/\n\s*\n/).filter((block) => /^processor\s*:/m.test(block));
  const value = (block: string, name: string) => new RegExp(`^${name}\\s*:\\s*(.*)$`, 'm').exec(block)?.[1]?.trim();
  const cores = blocks.map((block, index) => {
    const core = value(block, 'core id');
    return core === undefined ? `thread ${index}` : `${value(block, 'physical id') ?? 0}/${core}`;
  });
  const [first = ''] = blocks;
  const model =
    value(first, 'model name') ?? value(text, 'Model') ?? value(text, 'Hardware') ?? value(first, 'cpu') ?? '';
  return { model: clean(model.replace(/\s+/g, ' '), 500), cores: new Set(cores).size, threads: blocks.length };
}

export async function memory(): Promise<z.infer<typeof Memory>> {
  return parseMeminfo(readText('/proc/meminfo'));
}

/** @throws when there is no MemTotal. */
export function parseMeminfo(text: string): z.infer<typeof Memory> {
  const [, kib] = /^MemTotal:\s+(\d+) kB$/m.exec(text) ?? [];
  if (kib === undefined) throw new Error('/proc/meminfo has no MemTotal');
  return { memory_bytes: Number(kib) * 1024 };
}
