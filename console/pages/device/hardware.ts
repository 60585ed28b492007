import { formatNumber } from '../../i18n/format.ts';
import type { Inventory } from './queries.ts';

/** A volume with how much of it is used, 0 to 1. */
export type Volume = NonNullable<Inventory['volumes']>[number] & { used: number };

/** Volumes that hold something, the fullest first. */
export function volumesByUse(volumes: NonNullable<Inventory['volumes']>): Volume[] {
  return volumes
    .filter(({ size_bytes }) => size_bytes > 0)
    .map((volume) => ({ ...volume, used: Math.min(1, volume.used_bytes / volume.size_bytes) }))
    .sort((a, b) => b.used - a.used);
}

/** Memory comes in powers of two: 34,359,738,368 → "32 GiB". */
export function formatMemory(bytes: number): string {
  return `${formatNumber(bytes / 2 ** 30, { maximumFractionDigits: 1 })} GiB`;
}
