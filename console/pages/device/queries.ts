import { useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { ApiError, api, type Output } from '../../api.ts';

export type Inventory = Output<'GET /api/devices/:id/inventory'>;

export function useDevice(id: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['devices', id()],
    queryFn: ({ signal }) => api('GET /api/devices/:id', { params: { id: id() }, signal }),
  }));
}

/** What the agent last sent; null before the first. Hints about the device read it again. */
export function useInventory(id: Accessor<string>) {
  return useQuery(() => ({
    queryKey: ['devices', id(), 'inventory'],
    // Lists in it have no ids; compared as a whole, what did not change keeps its identity.
    reconcile: false as const,
    queryFn: ({ signal }) => readInventory(id(), signal),
  }));
}

async function readInventory(id: string, signal: AbortSignal): Promise<Inventory | null> {
  try {
    return await api('GET /api/devices/:id/inventory', { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_inventory') return null;
    throw error;
  }
}
