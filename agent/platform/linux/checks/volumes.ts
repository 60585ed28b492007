import { sentence } from '../../../text.ts';
import { Unreachable, type VolumeUse } from '../../checks.ts';
import { useOf } from '../../mounted.ts';
import { readText } from '../command.ts';
import { parseMounts, unescapeMount } from '../storage.ts';

const MOUNTS = '/proc/self/mounts';

/** @throws Unreachable when a named mount is none: the space of the folder below would hide a missing disk. */
export async function volumes(mount: string | undefined): Promise<VolumeUse[]> {
  const text = readText(MOUNTS);
  if (mount !== undefined) {
    if (!isMountPoint(text, mount)) throw new Unreachable(`Nothing is mounted at ${mount}.`);
    return [await useOf(mount)];
  }
  const found = await Promise.allSettled(writableMounts(text).map(useOf));
  const uses = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])); // unmounted since, or not for us
  const [failed] = found.filter((one) => one.status === 'rejected');
  if (uses.length === 0 && failed) throw new Error(`No volume could be read: ${sentence(failed.reason)}`);
  return uses;
}

/** Local file systems that can fill up: no pseudo and network ones (storage.ts), none that are read-only. */
export function writableMounts(text: string): string[] {
  const writable = text.split('\n').filter((line) => (line.split(' ')[3] ?? '').split(',').includes('rw'));
  return parseMounts(writable.join('\n')).map(({ mount }) => mount);
}

export function isMountPoint(text: string, mount: string): boolean {
  const wanted = mount.length > 1 ? mount.replace(/\/+$/, '') : mount;
  return text.split('\n').some((line) => unescapeMount(line.split(' ')[1] ?? '') === wanted);
}
