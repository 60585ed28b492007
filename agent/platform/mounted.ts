import { statfs } from 'node:fs/promises';
import type { VolumeUse } from './checks.ts';

/** How full the file system at `mount` is, as df counts it. May hang with the server of a network file system. */
export async function useOf(mount: string): Promise<VolumeUse> {
  const { bsize, blocks, bfree, bavail } = await statfs(mount);
  return { mount, used_bytes: (blocks - bfree) * bsize, available_bytes: bavail * bsize };
}
