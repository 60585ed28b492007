/** What an approver may do is judged at that moment, not when the proposal or the request came in (ATTACKS.md 40). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys } from '../../../schema/permissions.ts';
import { createPerson, createPlace, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { meanwhile } from '../users/meanwhile.ts';
import { APPROVE, propose, REJECT, sitesOf, statusOf, trailOf } from './world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const without = (key: string) => permissionKeys.filter((one) => one !== key);
const losses: [string, (person: Person) => Promise<unknown>][] = [
  ['is disabled', ({ id }) => server.db.sql`update users set disabled_at = now() where id = ${id}`],
  ['is demoted', ({ id }) => server.db.sql`update users set role_key = 'tech' where id = ${id}`],
  [
    'loses the permissions of their role',
    ({ role }) => server.db.sql`
      update roles set permissions = ${permissionKeys.filter((key) => key !== 'clients.manage' && key !== 'devices.delete')}
      where key = ${role}`,
  ],
  [
    'is scoped to another company',
    async ({ id }) => {
      const { client_id } = await createPlace(server.db);
      await server.db
        .sql`insert into user_scopes (user_id, scope_type, scope_id) values (${id}, 'client', ${client_id})`;
    },
  ],
];

for (const kind of ['move', 'delete'] as const) {
  test.each(losses)(`a ${kind} stays waiting when the approver %s before they approve`, async (_, lose) => {
    const { id, devices, from } = await propose(server, kind);
    const person = await createPerson(server.db, { permissions: permissionKeys });
    await lose(person);
    const answer = await server.call(APPROVE, { token: person.token, params: { id }, body: { confirm_count: 2 } });
    expect([401, 403]).toContain(answer.status);
    expect(await statusOf(server, id)).toBe('waiting');
    expect(await sitesOf(server, devices)).toEqual([from.site_id, from.site_id]);
  });

  test.each(losses)(`a ${kind} stays waiting when the approver %s while the approval is under way`, async (_, lose) => {
    for (const route of [APPROVE, REJECT]) {
      const { id, devices, from } = await propose(server, kind);
      const person = await createPerson(server.db, { permissions: permissionKeys });
      const body = route === APPROVE ? { confirm_count: 2 } : {};
      const answer = await meanwhile(
        server,
        () => server.call(route, { token: person.token, params: { id }, body }),
        () => lose(person),
      );
      expect([401, 409]).toContain(answer.status);
      if (answer.status === 409) expect(answer.body.code).toBe('access_changed');
      expect(await statusOf(server, id)).toBe('waiting');
      expect(await sitesOf(server, devices)).toEqual([from.site_id, from.site_id]);
      expect((await trailOf(server, id)).filter(({ outcome }) => outcome === 'success')).toHaveLength(1);
    }
  });

  test(`a ${kind} stays waiting when a device leaves the approver's scope while the approval waits for it`, async () => {
    const { id, devices, from, to } = await propose(server, kind, { to: await insideOf() });
    const { token } = await createPerson(server.db, {
      scopes: [
        { scope_type: 'client', scope_id: from.client_id },
        { scope_type: 'client', scope_id: to.client_id },
      ],
    });
    const away = await createPlace(server.db);
    let call: ReturnType<TestServer['call']> | undefined;
    await server.db.sql.begin(async (holding) => {
      await holding`
        update devices set client_id = ${away.client_id}, site_id = ${away.site_id}, group_id = null where id = ${devices[1]?.id ?? ''}`;
      call = server.call(APPROVE, { token, params: { id }, body: { confirm_count: 2 } });
      const blocked = async () =>
        (
          await server.db
            .sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).count;
      await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
    });
    expect(await call).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(await statusOf(server, id)).toBe('waiting');
  });
}

const insideOf = () => createPlace(server.db);

test('a move that would put devices under what runs there needs what the API needs for it', async () => {
  const { id, devices, from, to } = await propose(server, 'move');
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: 'runs things' } });
  await server.ok('POST /api/policies/:id/assignments', {
    params: { id: policy },
    body: { scope_type: 'site', scope_id: to.site_id },
  });
  await server.ok('POST /api/checks', {
    body: {
      type: 'service',
      name: 'restarts',
      policy_id: policy,
      config: { name: 'spooler', restart_if_stopped: true },
    },
  });
  const { token } = await createPerson(server.db, { permissions: without('jobs.manage') });
  expect(await server.call(APPROVE, { token, params: { id } })).toMatchObject({
    status: 403,
    body: { code: 'jobs_manage_required' },
  });
  expect(await statusOf(server, id)).toBe('waiting');
  expect(await sitesOf(server, devices)).toEqual([from.site_id, from.site_id]);
  expect((await server.call(APPROVE, { params: { id } })).status).toBe(200);
});
