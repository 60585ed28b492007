/** Several who decide on one proposal, or on two over the same devices (ATTACKS.md 39). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness.ts';
import { APPROVE, DELETE, propose, REJECT, sitesOf, statusOf, trailOf } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test.each(['move', 'delete'] as const)(
  'of 50 that approve or reject one %s at once one wins, and the trail has one decision',
  async (kind) => {
    const { id, devices, from, to } = await propose(server, kind, { count: 5 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2
          ? server.call(APPROVE, { params: { id }, body: { confirm_count: 5 } })
          : server.call(REJECT, { params: { id } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 device_operation_decided']),
    );
    const decisions = (await trailOf(server, id)).filter(
      ({ outcome, action }) => outcome === 'success' && action !== 'device_operation.propose',
    );
    expect(decisions).toHaveLength(1);
    const approved = decisions[0]?.action === 'device_operation.approve';
    expect(await statusOf(server, id)).toBe(approved ? 'approved' : 'rejected');
    const sites = approved ? (kind === 'move' ? Array(5).fill(to.site_id) : []) : Array(5).fill(from.site_id);
    expect(await sitesOf(server, devices)).toEqual(sites);
  },
);

describe.each(['move', 'delete'] as const)('approvals of a %s that wait for a device', (kind) => {
  /** Three of them, which were let in while the proposal waited; `happen` comes before they go on. */
  const held = async (happen: (id: string) => Promise<unknown>) => {
    const { id, devices } = await propose(server, kind);
    const approvals: ReturnType<TestServer['call']>[] = [];
    await server.db.sql.begin(async (holding) => {
      await holding`select id from devices where id = ${devices[0]?.id ?? ''} for update`;
      for (let i = 0; i < 3; i++) approvals.push(server.call(APPROVE, { params: { id }, body: { confirm_count: 2 } }));
      const blocked = () =>
        server.db.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await blocked()).count, { timeout: 20_000 }).toBe(3);
      await happen(id);
    });
    const answers = await Promise.all(approvals);
    return answers.map(({ status, body }) => `${status} ${body.code ?? body.status} ${body.status}`).toSorted();
  };

  test('have one winner, and the others are told', async () => {
    const lost = '409 device_operation_decided approved';
    expect(await held(async () => undefined)).toEqual(['200 approved approved', lost, lost]);
  });

  test('all come too late for a rejection meanwhile', async () => {
    const reject = (id: string) => server.ok(REJECT, { params: { id } });
    expect(await held(reject)).toEqual(Array(3).fill('409 device_operation_decided rejected'));
  });
});

test('two proposals over the same devices, approved at once again and again, do not hold each other up', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, devices } = await propose(server, 'move', { count: 10 });
    const agent_ids = devices.map((device) => device.id).toReversed();
    const { id: deletion } = await server.ok(DELETE, { body: { agent_ids } });
    const [moved, deleted] = await Promise.all([
      server.call(APPROVE, { params: { id } }),
      server.call(APPROVE, { params: { id: deletion }, body: { confirm_count: 10 } }),
    ]);
    expect(deleted.status).toBe(200);
    // Before, or after all of its devices were gone and it with them.
    expect([200, 409]).toContain(moved.status);
    expect(await statusOf(server, id)).toBe(moved.status === 200 ? 'approved' : 'rejected');
  }
});
