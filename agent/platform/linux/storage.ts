import { statfsSync } from 'node:fs';
import type { z } from 'zod';
import type { Disk, Volume } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { namesIn, readText } from './command.ts';

/** Block devices that are no disks: loops, RAM, device mapper, RAID sets (their members are listed), optical drives. */
const notDisks = /^(loop|ram|zram|dm-|md|sr|fd|nbd)\d/;

export async function disks(): Promise<z.infer<typeof Disk>[]> {
  const names = namesIn('/sys/block').filter((name) => !notDisks.test(name));
  return names
    .map(disk)
    .filter(({ size_bytes }) => size_bytes > 0)
    .slice(0, 1000);
}

function disk(name: string): z.infer<typeof Disk> {
  const folder = `/sys/block/${name}`;
  const udev = readText(`/run/udev/data/b${readText(`${folder}/dev`)}`);
  const serial =
    readText(`${folder}/serial`) ||
    readText(`${folder}/device/serial`) ||
    (/^E:ID_SERIAL_SHORT=(.*)$/m.exec(udev)?.[1] ?? '');
  const isRotating = readText(`${folder}/queue/rotational`) === '1';
  return {
    name: clean(name, 500),
    model: clean(readText(`${folder}/device/model`), 500),
    serial: clean(serial, 500),
    size_bytes: Number(readText(`${folder}/size`)) * 512, // in units of 512 bytes, whatever the device's own
    kind: diskKind(name, isRotating),
  };
}

/** Virtual disks claim to rotate or not as their host likes. */
export function diskKind(name: string, isRotating: boolean): string {
  if (/^(vd|xvd)/.test(name)) return 'virtual';
  if (name.startsWith('nvme')) return 'nvme';
  if (name.startsWith('mmcblk')) return 'flash';
  return isRotating ? 'hdd' : 'ssd';
}

export type Mount = { device: string; mount: string; fs: string };

/** File systems that hold files on this machine. Network ones are left out: asking a dead server for its size hangs. */
const localKinds = /^(ext[234]|xfs|btrfs|zfs|f2fs|bcachefs|jfs|reiserfs|vfat|exfat|ntfs3?|fuseblk|ufs|overlay)$/;

export async function volumes(): Promise<z.infer<typeof Volume>[]> {
  return parseMounts(readText('/proc/self/mounts')).flatMap(({ mount, fs }) => {
    const size = sizeOf(mount);
    return size && size.size_bytes > 0 ? [{ mount: clean(mount, 4096), fs: clean(fs, 500), ...size }] : [];
  });
}

function sizeOf(mount: string): { size_bytes: number; used_bytes: number } | undefined {
  try {
    const { bsize, blocks, bfree } = statfsSync(mount);
    return { size_bytes: blocks * bsize, used_bytes: (blocks - bfree) * bsize };
  } catch {
    return undefined; // unmounted since, or hidden from us: no volume of this machine now
  }
}

/** proc_mounts(5): one volume per device, the first place where it is mounted; an overlay only as the root. */
export function parseMounts(text: string): Mount[] {
  const seen = new Set<string>();
  const mounts = text.split('\n').flatMap((line) => {
    const [device, mount, fs] = line.split(' ').map(unescapeMount);
    if (!device || !mount || !fs || !localKinds.test(fs) || (fs === 'overlay' && mount !== '/')) return [];
    if (seen.has(device)) return [];
    seen.add(device);
    return [{ device, mount, fs }];
  });
  return mounts.sort((a, b) => (a.mount < b.mount ? -1 : 1)).slice(0, 1000);
}

/** Space, tab, newline and backslash are written as three octal digits of a byte. */
export function unescapeMount(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
