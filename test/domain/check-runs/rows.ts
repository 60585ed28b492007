/** Checks, policies and assignments as rows, for tests of what follows from them. */
import { systemActor } from '../../../domain/actor.ts';
import { type Ctx, createCtx } from '../../../domain/context.ts';
import type { DomainEvent } from '../../../domain/events.ts';
import { everything } from '../../../domain/scope.ts';
import type { TestDatabase } from '../../database.ts';
import { startServer } from '../../harness.ts';

export interface StillDatabase {
  db: TestDatabase;
  ctx: Ctx;
  /** What `ctx` has published. */
  events: DomainEvent[];
  stop: () => Promise<void>;
}

/** A database on which nothing works by itself: its server has stopped, so that a test sees every step. */
export async function openStill(): Promise<StillDatabase> {
  const { muster, db, stop } = await startServer();
  await muster.stop();
  const events: DomainEvent[] = [];
  const ctx = createCtx({
    ...muster.services,
    pool: db.sql,
    publish: (batch) => events.push(...batch),
    actor: systemActor('test'),
    scope: everything,
    origin: { requestId: null, ip: null, userAgent: null },
  });
  return { db, ctx, events, stop };
}

type Owner = { agent_id: string } | { policy_id: string };

export async function insertPolicy(db: TestDatabase, name = 'Baseline'): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`insert into policies (name) values (${name}) returning id`;
  return row?.id ?? '';
}

export async function insertCheck(
  db: TestDatabase,
  owner: Owner,
  { type = 'cpuload', name = 'CPU', config = {} }: { type?: string; name?: string; config?: object } = {},
): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into checks ${db.sql({ type, name, ...owner })} returning id`;
  const id = row?.id ?? '';
  await db.sql`update checks set config = ${db.sql.json({ ...config })} where id = ${id}`;
  return id;
}

export async function assign(
  db: TestDatabase,
  policyId: string,
  type: 'client' | 'site' | 'group' | 'agent',
  scopeId: string,
): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into policy_assignments (policy_id, scope_type, scope_id) values (${policyId}, ${type}, ${scopeId}) returning id`;
  return row?.id ?? '';
}

/** `<check> on <device>` of every instance, sorted. */
export async function instancesOf(db: TestDatabase, checkIds: string[]): Promise<string[]> {
  const rows = await db.sql<{ at: string }[]>`
    select check_id || ' on ' || device_id as at from check_instances where check_id = any(${checkIds}::uuid[]) order by 1`;
  return rows.map(({ at }) => at);
}
