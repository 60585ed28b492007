import { createSignal, onCleanup } from 'solid-js';
import { api, type Output } from '../../api.ts';

export type Device = Output<'GET /api/devices'>['devices'][number];
/** Devices of one place as far as they were read; `failed` says why the next page is not there. */
export type Branch = {
  devices: readonly Device[];
  total: number;
  next: string | undefined;
  busy: boolean;
  failed: unknown;
};
/** Which devices lie there. */
export type BranchQuery = { client_id?: 'none'; site_id?: string; group_id?: string };

/** Devices a page: enough to look through, and a quick answer of 50,000. */
const PAGE = 50;
const nothing: Branch = { devices: [], total: 0, next: undefined, busy: false, failed: undefined };

/** Devices of the places of a tree, read when one is opened and page by page, so that nobody ever loads them all. */
export function createDeviceBranches() {
  const [branches, setBranches] = createSignal<ReadonlyMap<string, Branch>>(new Map());
  const gone = new AbortController();
  onCleanup(() => gone.abort());
  const set = (key: string, change: Partial<Branch>) =>
    setBranches((before) => new Map(before).set(key, { ...nothing, ...before.get(key), ...change }));

  async function load(key: string, query: BranchQuery): Promise<void> {
    const before = branches().get(key) ?? nothing;
    if (before.busy) return;
    set(key, { busy: true, failed: undefined });
    try {
      const page = await api('GET /api/devices', {
        query: { ...query, limit: PAGE, ...(before.next && { cursor: before.next }) },
        signal: gone.signal,
      });
      const devices = [...before.devices, ...page.devices];
      set(key, { devices, total: page.total, next: page.next_cursor, busy: false });
    } catch (failed) {
      if (!gone.signal.aborted) set(key, { busy: false, failed });
    }
  }

  return {
    branch: (key: string) => branches().get(key),
    /** One that was read. */
    device: (id: string) => {
      for (const { devices } of branches().values()) {
        const found = devices.find((device) => device.id === id);
        if (found) return found;
      }
      return undefined;
    },
    /** Reads the first page, once. */
    open: (key: string, query: BranchQuery) => {
      if (!branches().has(key)) void load(key, query);
    },
    more: (key: string, query: BranchQuery) => void load(key, query),
  };
}

export type DeviceBranches = ReturnType<typeof createDeviceBranches>;
