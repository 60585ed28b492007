import type { Ctx } from '../../context.ts';

/** A window that is active now and covers a device. */
export interface Covering {
  id: string;
  kind: 'silence' | 'maintenance';
  /** When this activity of it ends. */
  until: Date;
}

export interface CoveredDevice {
  id: string;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
}

/** Of each device the active window that ends last; devices under none are not in it. */
export async function coveringWindows(_ctx: Ctx, _devices: CoveredDevice[]): Promise<Map<string, Covering>> {
  return new Map();
}
