/** What tests of proposals begin with. */
import { createDevice, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import type { TestServer } from '../../harness.ts';

export const MOVE = 'POST /api/device-operations/move';
export const DELETE = 'POST /api/device-operations/delete';
export const APPROVE = 'POST /api/device-operations/:id/approve';
export const REJECT = 'POST /api/device-operations/:id/reject';
export const READ = 'GET /api/device-operations/:id';
export const LIST = 'GET /api/device-operations';

export interface Proposed {
  id: string;
  from: Place;
  to: Place;
  devices: MadeDevice[];
}

/** A proposal of the bootstrap token, to delete devices of a new company or to move them to another one. */
export async function propose(
  server: TestServer,
  kind: 'move' | 'delete',
  { count = 2, from, to }: { count?: number; from?: Place; to?: Place } = {},
): Promise<Proposed> {
  const source = from ?? (await createPlace(server.db));
  const destination = to ?? (await createPlace(server.db));
  const devices: MadeDevice[] = [];
  for (let i = 0; i < count; i++) devices.push(await createDevice(server.db, source));
  const agent_ids = devices.map(({ id }) => id);
  const { id } =
    kind === 'move'
      ? await server.ok(MOVE, { body: { agent_ids, site_id: destination.site_id } })
      : await server.ok(DELETE, { body: { agent_ids } });
  return { id, from: source, to: destination, devices };
}

export const statusOf = async ({ db }: TestServer, id: string): Promise<string | undefined> =>
  (await db.sql<{ status: string }[]>`select status from device_operations where id = ${id}`)[0]?.status;

/** Sites of the devices that are there. */
export const sitesOf = async ({ db }: TestServer, devices: { id: string }[]): Promise<(string | null)[]> =>
  (
    await db.sql<{ site_id: string | null }[]>`
      select site_id from devices where id = any(${devices.map(({ id }) => id)}::uuid[]) order by id`
  ).map(({ site_id }) => site_id);

export const trailOf = ({ db }: TestServer, id: string) =>
  db.sql<{ action: string; outcome: string; actor_name: string; details: Record<string, unknown> }[]>`
    select action, outcome, actor_name, details from audit_entries where target_id = ${id} order by id`;
