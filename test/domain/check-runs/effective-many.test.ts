/** Many devices at once, on tables whose statistics still say that they are empty: as with the first policy of a fleet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshInstances } from '../../../domain/check-runs/effective.ts';
import { fillDevices } from '../../fill-devices.ts';
import { insertCheck, insertPolicy, openStill, type StillDatabase } from './rows.ts';

const DEVICES = 4000;

let server: StillDatabase;
beforeAll(async () => {
  server = await openStill();
  await fillDevices(server.db.ownerSql, DEVICES);
});
afterAll(() => server.stop());

test('a policy that comes to 4,000 devices in two steps is there within seconds', async () => {
  const { db, ctx } = server;
  const policy = await insertPolicy(db);
  const checks = [await insertCheck(db, { policy_id: policy }), await insertCheck(db, { policy_id: policy })];
  const clients = await db.sql<{ id: string }[]>`select id from clients order by id`;
  const half = clients.length / 2;
  const assignTo = (some: readonly { id: string }[]) => db.sql`
    insert into policy_assignments (policy_id, scope_type, scope_id)
    select ${policy}, 'client', c from unnest(${some.map(({ id }) => id)}::uuid[]) c`;
  const count = async () =>
    (
      await db.sql<{ n: number }[]>`select count(*) as n from check_instances where check_id = any(${checks}::uuid[])`
    )[0]?.n;
  await assignTo(clients.slice(0, half));
  await refreshInstances(ctx);
  await assignTo(clients.slice(half));
  const started = performance.now();
  expect((await refreshInstances(ctx)).deviceIds).toBe('all');
  expect(await count()).toBe(2 * DEVICES);
  // A quarter of a second on an idle machine.
  expect(performance.now() - started).toBeLessThan(15_000);
});
