import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { observe } from '../../../domain/alerts/observe.ts';
import { reconcileInstances, refreshInstances } from '../../../domain/check-runs/effective.ts';
import { type Ctx, transaction } from '../../../domain/context.ts';
import { remove } from '../../../domain/devices/delete.ts';
import { moveToSite } from '../../../domain/devices/move.ts';
import { touch } from '../../../domain/devices/presence.ts';
import type { DomainEvent } from '../../../domain/events.ts';
import * as groups from '../../../domain/groups.ts';
import { createDevice, createPlace, createSite, type MadeDevice, type Place } from '../../factories.ts';
import { assign, insertCheck, insertPolicy, instancesOf, openStill, type StillDatabase } from './rows.ts';

let server: StillDatabase;
let ctx: Ctx;
let events: DomainEvent[];
let place: Place;
let device: MadeDevice;
let other: MadeDevice;
beforeAll(async () => {
  server = await openStill();
  ({ ctx, events } = server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  place = await createPlace(server.db);
  device = await createDevice(server.db, place);
  other = await createDevice(server.db, { ...place, group_id: undefined });
  await refreshInstances(ctx);
  events.length = 0;
});

const on = (check: string, ...devices: MadeDevice[]) => devices.map(({ id }) => `${check} on ${id}`).toSorted();
const stale = async () => (await server.db.sql`select 1 from check_instances_stale`).length;
const assigned = () => events.flatMap((event) => (event.type === 'checks.assigned' ? [event] : []));

describe('what runs where', () => {
  test('a check of a device has one instance there, and the change is told once it is in the rows', async () => {
    const check = await insertCheck(server.db, { agent_id: device.id });
    expect(await refreshInstances(ctx)).toEqual({ deviceIds: [device.id], checkIds: [check] });
    expect(await instancesOf(server.db, [check])).toEqual(on(check, device));
    expect(assigned()).toEqual([{ type: 'checks.assigned', deviceIds: [device.id], checkIds: [check] }]);
    expect(await stale()).toBe(0);
  });

  test('nothing stale is nothing told', async () => {
    expect(await refreshInstances(ctx)).toEqual({ deviceIds: [], checkIds: [] });
    expect(events).toEqual([]);
  });

  test('a policy assigned to a company and to one of its sites runs once on each device there', async () => {
    const policy = await insertPolicy(server.db);
    const check = await insertCheck(server.db, { policy_id: policy });
    await assign(server.db, policy, 'client', place.client_id);
    await assign(server.db, policy, 'site', place.site_id);
    await assign(server.db, policy, 'agent', device.id);
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [check])).toEqual(on(check, device, other));
    await server.db
      .sql`delete from policy_assignments where policy_id = ${policy} and scope_type in ('client', 'site')`;
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [check])).toEqual(on(check, device));
  });

  test('a department reaches its own devices alone', async () => {
    const policy = await insertPolicy(server.db);
    const check = await insertCheck(server.db, { policy_id: policy });
    await assign(server.db, policy, 'group', place.group_id);
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [check])).toEqual(on(check, device));
  });

  test('a device that moves leaves the checks of the old place and gets those of the new one', async () => {
    const there = await createPlace(server.db);
    const [here, elsewhere] = [await insertPolicy(server.db), await insertPolicy(server.db)];
    const left = await insertCheck(server.db, { policy_id: here });
    const got = await insertCheck(server.db, { policy_id: elsewhere });
    await assign(server.db, here, 'site', place.site_id);
    await assign(server.db, elsewhere, 'client', there.client_id);
    await refreshInstances(ctx);
    await transaction(ctx, (inside) => moveToSite(inside, device.id, there.site_id));
    expect(await refreshInstances(ctx)).toEqual({ deviceIds: [device.id], checkIds: [] });
    expect(await instancesOf(server.db, [left, got])).toEqual([...on(left, other), ...on(got, device)].toSorted());
  });

  test('a device that moves within the reach of a policy keeps what is known there', async () => {
    const sibling = await createSite(server.db, place.client_id);
    const policy = await insertPolicy(server.db);
    const check = await insertCheck(server.db, { policy_id: policy });
    await assign(server.db, policy, 'client', place.client_id);
    await refreshInstances(ctx);
    await server.db.sql`update check_instances set failures = 7 where device_id = ${device.id}`;
    await transaction(ctx, (inside) => moveToSite(inside, device.id, sibling.site_id));
    expect((await refreshInstances(ctx)).deviceIds).toEqual([]);
    const [row] = await server.db.sql`
      select failures from check_instances where device_id = ${device.id} and check_id = ${check}`;
    expect(row).toEqual({ failures: 7 });
  });

  test('a machine that enrolls into a place gets its checks; that it comes, goes and tells of itself moves nothing', async () => {
    const policy = await insertPolicy(server.db);
    const check = await insertCheck(server.db, { policy_id: policy });
    await assign(server.db, policy, 'site', place.site_id);
    await refreshInstances(ctx);
    const late = await createDevice(server.db, place);
    expect(await stale()).toBe(1);
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [check])).toEqual(on(check, device, other, late));
    await touch(ctx, [late.id]);
    await server.db.sql`update devices set status = 'online', hostname = 'renamed' where id = ${late.id}`;
    await server.db.sql`update devices set site_id = site_id where id = ${late.id}`;
    expect(await stale()).toBe(0);
  });

  test('a check that is disabled or deleted leaves every device', async () => {
    const policy = await insertPolicy(server.db);
    const [off, gone] = [
      await insertCheck(server.db, { policy_id: policy }),
      await insertCheck(server.db, { policy_id: policy }),
    ];
    await assign(server.db, policy, 'client', place.client_id);
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [off, gone])).toHaveLength(4);
    await server.db.sql`update checks set enabled = false where id = ${off}`;
    await server.db.sql`delete from checks where id = ${gone}`;
    const { checkIds } = await refreshInstances(ctx);
    expect(checkIds.toSorted()).toEqual([off, gone].toSorted());
    expect(await instancesOf(server.db, [off, gone])).toEqual([]);
  });

  test('a policy that is deleted takes its checks away, and so does a place', async () => {
    const [first, second] = [await insertPolicy(server.db), await insertPolicy(server.db)];
    const [one, two] = [
      await insertCheck(server.db, { policy_id: first }),
      await insertCheck(server.db, { policy_id: second }),
    ];
    await assign(server.db, first, 'client', place.client_id);
    await assign(server.db, second, 'group', place.group_id);
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [one, two])).toHaveLength(3);
    await server.db.sql`delete from policies where id = ${first}`;
    await transaction(ctx, (inside) => groups.remove(inside, place.group_id));
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [one, two])).toEqual([]);
    const [left] = await server.db.sql`select count(*) as n from policy_assignments where scope_id = ${place.group_id}`;
    expect(left).toEqual({ n: 0 });
  });

  test('a device that is deleted meanwhile holds nothing up', async () => {
    const policy = await insertPolicy(server.db);
    const check = await insertCheck(server.db, { policy_id: policy });
    await assign(server.db, policy, 'client', place.client_id);
    await transaction(ctx, (inside) => remove(inside, device.id));
    await refreshInstances(ctx);
    expect(await instancesOf(server.db, [check])).toEqual(on(check, other));
  });
});

test('what a check raised is cleared where it runs no more, and nothing else', async () => {
  const policy = await insertPolicy(server.db);
  const check = await insertCheck(server.db, { policy_id: policy });
  await assign(server.db, policy, 'client', place.client_id);
  await refreshInstances(ctx);
  const raise = (kind: 'check' | 'check_timeout', at: MadeDevice) => ({
    ...{ conditionKey: `${kind}:${check}:${at.id}`, kind, sourceId: check, agentId: at.id, severity: 'error' as const },
    ...{ title: 'CPU', message: '', observedValue: 99, thresholdValue: 90, key: null, at: new Date() },
  });
  await observe(ctx, [raise('check', device), raise('check_timeout', device), raise('check', other)]);
  await server.db.sql`
    update check_instances set raised = 'error', timeout_raised = device_id = ${device.id} where check_id = ${check}`;
  const there = await createPlace(server.db);
  await transaction(ctx, (inside) => moveToSite(inside, device.id, there.site_id));
  await refreshInstances(ctx);
  expect(
    await server.db.sql`select condition_key, status, resolution from alerts where source_id = ${check} order by 1`,
  ).toEqual(
    [
      { condition_key: `check:${check}:${device.id}`, status: 'resolved', resolution: 'source_removed' },
      { condition_key: `check_timeout:${check}:${device.id}`, status: 'resolved', resolution: 'source_removed' },
      { condition_key: `check:${check}:${other.id}`, status: 'open', resolution: null },
    ].toSorted((a, b) => (a.condition_key < b.condition_key ? -1 : 1)),
  );
});

test('a reconcile mends what was lost and what was left behind', async () => {
  const check = await insertCheck(server.db, { agent_id: device.id });
  await refreshInstances(ctx);
  await server.db.sql`delete from check_instances where check_id = ${check}`;
  const orphan = crypto.randomUUID();
  await server.db.sql`
    insert into check_instances (device_id, check_id) values (${other.id}, ${check}), (${other.id}, ${orphan})`;
  await reconcileInstances(ctx);
  await refreshInstances(ctx);
  expect(await instancesOf(server.db, [check, orphan])).toEqual(on(check, device));
});
