/** What changes what runs where while the instances are being worked out: nothing is forgotten, nothing comes back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshInstances } from '../../../domain/check-runs/effective.ts';
import { type Ctx, transaction } from '../../../domain/context.ts';
import { createDevice, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { assign, insertCheck, insertPolicy, instancesOf, openStill, type StillDatabase } from './rows.ts';

let server: StillDatabase;
let ctx: Ctx;
let place: Place;
let devices: MadeDevice[];
let policy: string;
let check: string;
beforeAll(async () => {
  server = await openStill();
  ({ ctx } = server);
  place = await createPlace(server.db);
  devices = await Promise.all(Array.from({ length: 8 }, () => createDevice(server.db, place)));
  policy = await insertPolicy(server.db);
  check = await insertCheck(server.db, { policy_id: policy });
});
afterAll(() => server.stop());

/** Runs `meanwhile` while a transaction has done `change` and has not ended. */
async function whileOpen(change: (sql: Ctx['sql']) => Promise<unknown>, meanwhile: () => Promise<void>): Promise<void> {
  await server.db.sql.begin(async (sql) => {
    await change(sql);
    await meanwhile();
  });
}

test('a change that commits after later ones have been worked off is worked off as well', async () => {
  const late = await insertPolicy(server.db);
  const slow = await insertCheck(server.db, { policy_id: late });
  const quick = await insertCheck(server.db, { policy_id: late });
  await whileOpen(
    (sql) =>
      sql`insert into policy_assignments (policy_id, scope_type, scope_id) values (${late}, 'client', ${place.client_id})`,
    async () => {
      await server.db.sql`update checks set name = 'later' where id = ${quick}`;
      await refreshInstances(ctx);
      expect(await instancesOf(server.db, [slow, quick])).toEqual([]);
    },
  );
  await refreshInstances(ctx);
  expect(await instancesOf(server.db, [slow, quick])).toHaveLength(2 * devices.length);
  await server.db.sql`delete from policies where id = ${late}`;
});

test('a device whose deletion commits while it is waited for gets nothing, and the others get theirs', async () => {
  const doomed = await createDevice(server.db, place);
  const own = await insertCheck(server.db, { agent_id: doomed.id });
  await assign(server.db, policy, 'client', place.client_id);
  let refreshed: Promise<unknown> = Promise.resolve();
  await whileOpen(
    (sql) => sql`delete from devices where id = ${doomed.id}`,
    async () => {
      refreshed = refreshInstances(ctx);
      await waiting();
    },
  );
  await refreshed;
  await refreshInstances(ctx);
  expect(await instancesOf(server.db, [check])).toHaveLength(devices.length);
  expect(await instancesOf(server.db, [own])).toEqual([]);
});

/** Until the refresh waits for the lock of the other transaction. */
async function waiting(query = '%check_instances%'): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const [row] = await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${query}`;
    if (row) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing waits');
}

test('a refresh waits for one that has not committed yet, so that neither judges by what the other is about to write', async () => {
  const elsewhere = await createPlace(server.db);
  const [mover] = devices;
  if (!mover) throw new Error('there are devices');
  const moveTo = (to: Place) => server.db.sql`
    update devices set client_id = ${to.client_id}, site_id = ${to.site_id}, group_id = null where id = ${mover.id}`;
  await moveTo(elsewhere);
  let second: Promise<unknown> = Promise.resolve();
  await transaction(ctx, async (inside) => {
    await refreshInstances(inside);
    await moveTo(place);
    second = refreshInstances(ctx);
    await Promise.race([second, waiting('%pg_advisory_xact_lock%')]);
  });
  await second;
  expect(await instancesOf(server.db, [check])).toContain(`${check} on ${mover.id}`);
});

test('an instance to which a result is being written is passed over, without waiting, and goes with the next refresh', async () => {
  const brief = await insertPolicy(server.db);
  const own = await insertCheck(server.db, { policy_id: brief });
  await assign(server.db, brief, 'client', place.client_id);
  await refreshInstances(ctx);
  const all = await instancesOf(server.db, [own]);
  expect(all.length).toBeGreaterThan(2);
  await server.db.sql`delete from policies where id = ${brief}`;
  await whileOpen(
    (sql) =>
      sql`update check_instances set failures = 1 where check_id = ${own} and device_id = ${devices.at(-1)?.id ?? ''}`,
    async () => {
      await refreshInstances(ctx);
      expect(await instancesOf(server.db, [own])).toEqual([`${own} on ${devices.at(-1)?.id}`]);
    },
  );
  await refreshInstances(ctx);
  expect(await instancesOf(server.db, [own])).toEqual([]);
});

test('devices that move to and fro under two refreshers at once end with what they have, and no more', async () => {
  const elsewhere = await createPlace(server.db);
  let moving = true;
  const refresher = async () => {
    while (moving) await refreshInstances(ctx);
  };
  const mover = async (mine: MadeDevice[]) => {
    for (let round = 0; round < 15; round++)
      for (const { id } of mine) {
        const to = (round + mine.length) % 2 === 0 ? place : elsewhere;
        await server.db.sql`
          update devices set client_id = ${to.client_id}, site_id = ${to.site_id}, group_id = null where id = ${id}`;
      }
  };
  const refreshers = [refresher(), refresher()];
  await Promise.all([mover(devices.slice(0, 3)), mover(devices.slice(3, 5)), mover(devices.slice(5))]);
  moving = false;
  await Promise.all(refreshers);
  await refreshInstances(ctx);
  const wanted = await server.db.sql<{ at: string }[]>`
    select check_id || ' on ' || device_id as at from effective_checks where check_id = ${check} order by 1`;
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(devices.length);
  expect(await instancesOf(server.db, [check])).toEqual(wanted.map(({ at }) => at));
});
