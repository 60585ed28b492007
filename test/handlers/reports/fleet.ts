/** Machines as their agents have reported them. */

import type { z } from 'zod';
import { store } from '../../../domain/inventory/write.ts';
import type { InventorySection } from '../../../schema/agent.ts';
import { createDevice, type MadeDevice } from '../../factories.ts';
import type { TestServer } from '../../harness.ts';

type Section = z.infer<typeof InventorySection>['section'];

export async function report(server: TestServer, device: { id: string }, ...sections: Section[]): Promise<void> {
  const received = sections.map((section) => ({
    deviceId: device.id,
    frame: {
      t: 'inventory' as const,
      id: crypto.randomUUID(),
      section,
      hash: crypto.randomUUID(),
      collected_at: server.ctx.now().toISOString(),
    },
  }));
  await store(server.ctx, received);
}

export const program = (name: string, version: string, manufacturer = 'Acme') => ({
  ...{ name, version, manufacturer, installed_at: null, size_bytes: null, source: 'dpkg' },
});

/** A device with these programs: `[name, version]`, of Acme. */
export async function deviceWith(
  server: TestServer,
  options: Parameters<typeof createDevice>[1],
  programs: [string, string][],
): Promise<MadeDevice> {
  const device = await createDevice(server.db, options);
  await report(server, device, { name: 'software', data: programs.map(([name, version]) => program(name, version)) });
  return device;
}
