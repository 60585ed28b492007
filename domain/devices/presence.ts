import type { Facts } from '../../schema/agent.ts';
import type { Ctx } from '../context.ts';

/** A device that said hello on a new connection. */
export interface Arrival {
  id: string;
  facts: Facts;
  /** Address the connection came from. */
  ip: string | null;
}

export interface Arrived {
  id: string;
  /** Number of this connection, larger than any before. */
  epoch: number;
  /** Hash that the server has of each inventory section. */
  inventory: Record<string, string>;
}

/**
 * Marks devices online at this instance, each with a new epoch, and takes over what they say of themselves. In the order
 * asked; undefined for a device that has been deleted or revoked meanwhile. One statement however many.
 */
export async function arrive(ctx: Ctx, instanceId: string, arrivals: Arrival[]): Promise<(Arrived | undefined)[]> {
  const rows = await ctx.sql<Arrived[]>`
    update devices d set
      status = 'online', instance_id = ${instanceId}, epoch = nextval('device_epochs'), last_seen_at = ${ctx.now()}, ${factColumns(ctx)}
    from ${factRows(ctx, arrivals)}
    where d.id = a.id and d.identity = 'trusted'
    returning d.id, d.epoch,
      (select coalesce(jsonb_object_agg(i.section, i.hash), '{}'::jsonb) from device_inventory i where i.device_id = d.id) as inventory`;
  changed(ctx, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return arrivals.map(({ id }) => byId.get(id));
}

/** Takes over facts that changed while connected. */
export async function updateFacts(ctx: Ctx, arrivals: Arrival[]): Promise<void> {
  const rows = await ctx.sql<{ id: string }[]>`
    update devices d set ${factColumns(ctx)} from ${factRows(ctx, arrivals)} where d.id = a.id returning d.id`;
  changed(ctx, rows);
}

/** Of several rows for one device the last one counts: an update takes any, so repeats are folded first. */
function factRows({ sql }: Ctx, arrivals: Arrival[]) {
  const latest = new Map(
    arrivals.map(({ id, facts, ip }) => [
      id,
      {
        id,
        ip,
        ...facts,
        os_family: facts.os.family,
        os_name: facts.os.name,
        os_version: facts.os.version,
        os_arch: facts.os.arch,
      },
    ]),
  );
  return sql`jsonb_to_recordset(${sql.json([...latest.values()])}) as a (
    id uuid, ip text, hostname text, version text, os_family text, os_name text, os_version text, os_arch text,
    boot_at timestamptz, local_ips text[], logged_in_user text, needs_reboot boolean)`;
}

const factColumns = ({ sql }: Ctx) => sql`
  hostname = a.hostname, version = a.version, os_family = a.os_family, os_name = a.os_name, os_version = a.os_version,
  os_arch = a.os_arch, boot_at = a.boot_at, local_ips = a.local_ips, logged_in_user = a.logged_in_user,
  needs_reboot = a.needs_reboot, public_ip = coalesce(a.ip, d.public_ip)`;

/** A connection as it is known to the rows: a later one of the same device has a larger epoch. */
export interface Connection {
  id: string;
  epoch: number;
}

/** Marks devices offline whose newest connection this was; the close of an older one changes nothing. */
export async function leave(ctx: Ctx, connections: Connection[]): Promise<void> {
  const rows = await ctx.sql<{ id: string }[]>`
    update devices d set status = 'offline', last_seen_at = ${ctx.now()}
    from jsonb_to_recordset(${ctx.sql.json(connections.map(({ id, epoch }) => ({ id, epoch })))}) as c (id uuid, epoch bigint)
    where d.id = c.id and d.epoch = c.epoch and d.status = 'online'
    returning d.id`;
  changed(ctx, rows);
}

/** Keeps `last_seen_at` of connected devices fresh enough to tell after a crash when they were last there. */
export async function touch(ctx: Ctx, ids: string[]): Promise<void> {
  await ctx.sql`update devices set last_seen_at = ${ctx.now()} where id = any(${ids}::uuid[]) and status = 'online'`;
}

/**
 * Marks offline what a crash left online: rows of instances that are gone. Called once agents have had SILENT_AFTER_SEC to
 * come back, so that a restart does not make the whole fleet blink (SPEC.md, Device: stale rows are reconciled).
 */
export async function reconcile(ctx: Ctx, instanceId: string): Promise<number> {
  const rows = await ctx.sql<{ id: string }[]>`
    update devices d set status = 'offline' where d.status = 'online' and d.instance_id is distinct from ${instanceId} returning d.id`;
  changed(ctx, rows);
  return rows.length;
}

function changed(ctx: Ctx, rows: { id: string }[]): void {
  if (rows.length > 0) ctx.emit({ type: 'changed', noun: 'devices', ids: rows.map(({ id }) => id) });
}
