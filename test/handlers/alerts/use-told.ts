/** What tests of who is told share: a device of its own for each, windows, readings, and what was told. */
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Observation } from '../../../domain/alerts/observation.ts';
import { clearConditions, observe } from '../../../domain/alerts/observe.ts';
import { sweepSuppressed } from '../../../domain/alerts/suppressions/sweep.ts';
import { createDevice } from '../../factories.ts';
import { ahead, HOUR_MS, useAlerts } from './use-alerts.ts';

/** For each file anew: files of one worker share what they import, and a server that another file has stopped answers nobody. */
export function useTold() {
  const world = useAlerts();
  /** The device of the test that runs. */
  const its = { id: '', hostname: '', credential: '' };

  beforeAll(async () => {
    const { db } = world.server;
    // Nothing is noted for nobody, and what is noted is soon made into mail: kept here as it comes.
    await db.sql`insert into alert_relay (host, enabled) values ('relay.test', true)`;
    await db.ownerSql.unsafe(`
      create table told (id bigint generated always as identity, event text, agent_id uuid);
      grant select on told to public;
      create function keep_told() returns trigger language plpgsql security definer as $$
        begin insert into told (event, agent_id) values (new.event, new.agent_id); return null; end $$;
      create trigger keep_told after insert on notices for each row execute function keep_told();`);
  });
  beforeEach(async () => {
    Object.assign(its, await createDevice(world.server.db, world.place));
  });
  afterEach(async () => {
    world.server.clock.offsetMs = 0;
    await world.server.db.sql`delete from alert_suppressions`;
  });

  const open = (body: object = {}) =>
    world.server.ok('POST /api/alert-suppressions', {
      body: {
        kind: 'maintenance',
        scope_type: 'agent',
        scope_id: its.id,
        ends_at: ahead(world.server, HOUR_MS),
        ...body,
      },
    });
  const see = (one: Observation, of: Partial<Observation> = {}) =>
    observe(world.server.ctx, [{ ...one, at: world.server.ctx.now(), ...of }]);
  const recover = ({ conditionKey }: Observation) =>
    clearConditions(world.server.ctx, [
      { conditionKey, resolution: 'cleared', observedValue: 1, at: world.server.ctx.now() },
    ]);
  const pass = async (ms: number) => {
    const { clock, ctx, db } = world.server;
    clock.offsetMs += ms;
    await sweepSuppressed(ctx);
    // The server's own round, every three seconds, may be at work on some that ours passed over.
    const due = async () => (await db.sql`select from alerts where suppressed_until <= ${ctx.now()}`).count;
    await expect.poll(due).toBe(0);
  };
  const alertOf = async ({ agentId }: Observation) => {
    const { alerts } = await world.server.ok('GET /api/alerts', { query: { agent_id: agentId } });
    return alerts[0];
  };
  const kindsOf = async (one: Observation) => {
    const { events } = await world.server.ok('GET /api/alerts/:id/events', {
      params: { id: (await alertOf(one))?.id ?? '' },
    });
    return events.map(({ kind }) => kind).reverse();
  };
  const toldOf = async ({ agentId }: Observation) => {
    const rows = await world.server.db.sql<{ event: string }[]>`
      select event from told where agent_id = ${agentId} order by id`;
    return rows.map(({ event }) => event);
  };
  return { world, its, open, see, recover, pass, alertOf, kindsOf, toldOf };
}
