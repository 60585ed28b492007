/** What tests of alerts share: a server, a place with a device, and whoever may decide on alerts there. */
import { afterAll, beforeAll } from 'vitest';
import type { Observation } from '../../../domain/alerts/observation.ts';
import { createDevice, createPerson, createPlace, type MadeDevice, type Person, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

export interface AlertWorld {
  server: TestServer;
  place: Place;
  device: MadeDevice;
  /** Everything, everywhere. */
  boss: Person;
  /** May decide on alerts of the place alone. */
  tech: Person;
}

/** Filled before the first test of the file. */
export function useAlerts(): AlertWorld {
  const world = {} as AlertWorld;
  beforeAll(async () => {
    const server = await startServer();
    const place = await createPlace(server.db);
    Object.assign(world, {
      server,
      place,
      device: await createDevice(server.db, place),
      boss: await createPerson(server.db),
      tech: await createPerson(server.db, {
        role: 'tech',
        scopes: [{ scope_type: 'client', scope_id: place.client_id }],
      }),
    });
  });
  afterAll(() => world.server.stop());
  return world;
}

/** A reading of a condition of its own, unless told otherwise. */
export function reading(server: TestServer, device: { id: string }, of: Partial<Observation> = {}): Observation {
  const sourceId = of.sourceId ?? crypto.randomUUID();
  return {
    conditionKey: `check:${sourceId}:${device.id}`,
    kind: 'check',
    sourceId,
    agentId: device.id,
    severity: 'warning',
    title: 'Disk',
    message: '/ is 91 % full',
    observedValue: 91,
    thresholdValue: 90,
    key: null,
    at: server.ctx.now(),
    ...of,
  };
}

/** In so many milliseconds, as bodies carry times. */
export const ahead = ({ ctx }: TestServer, ms: number): string => new Date(ctx.now().getTime() + ms).toISOString();
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
