import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { removeScopeTarget } from '../../../domain/users/scope-targets.ts';
import { createContext } from '../../context.ts';
import { createApiToken, createDevice, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const context = () => createContext(server);
const reads = async (token: string) => (await server.call('GET /api/openapi.json', { token })).status;

test.each(['client', 'site', 'group', 'agent'] as const)(
  'a user whose only scope was a deleted %s is disabled, not promoted',
  async (scope_type) => {
    const scope_id = crypto.randomUUID();
    const person = await createPerson(server.db, { scopes: [{ scope_type, scope_id }] });
    const bound = await createApiToken(server.db, { userId: person.id });
    expect([await reads(person.token), await reads(bound.token)]).toEqual([200, 200]);

    const { ctx, events } = context();
    await removeScopeTarget(ctx, scope_type, [scope_id]);

    expect([await reads(person.token), await reads(bound.token)]).toEqual([401, 401]);
    expect(events).toContainEqual({ type: 'access.changed', userIds: [person.id] });
    const trail = await server.db.sql`select action, details from audit_entries where target_id = ${person.id}`;
    expect(trail).toEqual([{ action: 'user.disable', details: { reason: 'scope_lost' } }]);
    const [user] = await server.db.sql`select disabled_at, scope_lost_at from users where id = ${person.id}`;
    expect(user).toMatchObject({ disabled_at: expect.any(String), scope_lost_at: expect.any(String) });
  },
);

test('a user who keeps another scope row stays enabled, and is told that access changed', async () => {
  const [gone, kept] = [await createPlace(server.db), await createPlace(server.db)];
  const person = await createPerson(server.db, {
    scopes: [
      { scope_type: 'client', scope_id: gone.client_id },
      { scope_type: 'site', scope_id: kept.site_id },
    ],
  });
  const { ctx, events } = context();
  await removeScopeTarget(ctx, 'client', [gone.client_id]);
  expect(await reads(person.token)).toBe(200);
  expect(events).toContainEqual({ type: 'access.changed', userIds: [person.id] });
});

test('unrestricted users are not touched, and a call without ids does nothing', async () => {
  const person = await createPerson(server.db);
  const { ctx, events } = context();
  await removeScopeTarget(ctx, 'client', [crypto.randomUUID()]);
  await removeScopeTarget(ctx, 'client', []);
  expect(await reads(person.token)).toBe(200);
  expect(events).toEqual([]);
});

test('a user who was disabled before keeps that time, and is not audited again', async () => {
  const scope_id = crypto.randomUUID();
  const person = await createPerson(server.db, { scopes: [{ scope_type: 'group', scope_id }] });
  await server.db.sql`update users set disabled_at = '2026-01-01T00:00:00Z' where id = ${person.id}`;
  await removeScopeTarget(context().ctx, 'group', [scope_id]);
  const [user] = await server.db.sql`select disabled_at, scope_lost_at from users where id = ${person.id}`;
  expect(user).toEqual({ disabled_at: '2026-01-01T00:00:00.000Z', scope_lost_at: expect.any(String) });
  expect(await server.db.sql`select 1 from audit_entries where target_id = ${person.id}`).toEqual([]);
});

test('nothing of it stays when the deletion around it fails', async () => {
  const scope_id = crypto.randomUUID();
  const person = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id }] });
  const { ctx, events } = context();
  await expect(
    transaction(ctx, async (inside) => {
      await removeScopeTarget(inside, 'agent', [scope_id]);
      throw new Error('the deletion failed');
    }),
  ).rejects.toThrow('the deletion failed');
  expect(await reads(person.token)).toBe(200);
  expect(events).toEqual([]);
});

test('a target that is deleted while it is being assigned leaves no row that names it', async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 10; round++) {
    const { id } = await createDevice(server.db);
    const person = await createPerson(server.db, { role: 'tech' });
    const { ctx } = context();
    const [assigned] = await Promise.all([
      server.call('PUT /api/users/:id/scopes', {
        params: { id: person.id },
        body: { scopes: [{ scope_type: 'agent', scope_id: id }] },
      }),
      transaction(ctx, async (inside) => {
        await inside.sql`delete from devices where id = ${id}`;
        await removeScopeTarget(inside, 'agent', [id]);
      }),
    ]);
    outcomes.add(assigned.status);
    expect(await server.db.sql`select 1 from user_scopes where user_id = ${person.id}`).toEqual([]);
    const [user] = await server.db.sql`select disabled_at is not null as disabled from users where id = ${person.id}`;
    expect(user?.disabled).toBe(assigned.status === 200); // assigned first, then lost; or refused and never scoped
  }
  for (const status of outcomes) expect([200, 400]).toContain(status);
});
