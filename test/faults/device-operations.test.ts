/** A server that dies while it carries out a proposal: everything happened or nothing, and what waits is decided afterwards. */
import { expect, test } from 'vitest';
import { createDevice, createPlace } from '../factories.ts';
import { startMortalServer, TOKEN } from './server.ts';

const server = await startMortalServer();
const { db } = server;

const post = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

test.each(['move', 'delete'] as const)(
  'a kill -9 in the middle of a %s leaves it waiting and every device as it was; approved again it happens once',
  async (kind) => {
    const [from, to] = [await createPlace(db), await createPlace(db)];
    const devices = await Promise.all(Array.from({ length: 20 }, () => createDevice(db, from)));
    const ids = devices.map(({ id }) => id);
    const body = { agent_ids: ids, ...(kind === 'move' && { site_id: to.site_id }) };
    const { id } = (await post(`/api/device-operations/${kind}`, body)).body;
    const placed = () => db.sql`select id, site_id from devices where id = any(${ids}::uuid[]) order by id`;
    const before = await placed();
    const approve = () => post(`/api/device-operations/${id}/approve`, { confirm_count: 20 });
    await db.ownerSql.begin(async (holding) => {
      // The devices are moved or deleted by then, and their entries of the audit trail come next.
      await holding`lock table audit_entries in share row exclusive mode`;
      const lost = approve().catch(() => 'gone');
      const stuck = () =>
        db.ownerSql`
          select 1 from pg_locks where not granted and relation = 'audit_entries'::regclass
            and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await stuck()).count, { timeout: 20_000 }).toBe(1);
      await server.kill('SIGKILL');
      expect(await lost).toBe('gone');
    });
    await server.start();
    const state = async () => (await db.sql`select status, decided_by from device_operations where id = ${id}`)[0];
    const entries = () =>
      db.sql`select 1 from audit_entries where details ->> 'proposal' = ${id} or (target_id = ${id} and action <> 'device_operation.propose')`;
    expect(await state()).toEqual({ status: 'waiting', decided_by: null });
    expect(await placed()).toEqual(before);
    expect((await entries()).count).toBe(0);
    expect((await approve()).status).toBe(200);
    expect((await approve()).status).toBe(409);
    expect(await placed()).toEqual(kind === 'move' ? before.map((row) => ({ ...row, site_id: to.site_id })) : []);
    expect((await entries()).count).toBe(21);
  },
  60_000,
);
