/** Who approved is asked at each run: they must be enabled, hold jobs.manage and reach the device at that moment (docs/attacks.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs } from '../../../domain/context.ts';
import { mayApprove } from '../../../domain/standing-approvals/may-approve.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import { createApiToken, createDevice, createPerson, createPlace, createRole } from '../../factories.ts';
import { ADMIN_TOKEN } from '../../harness.ts';
import { approvalOf, createScene, kinds, type Scene, withheld, withoutJobsManage } from './scene.ts';

let first: Scene;
beforeAll(async () => {
  first = await createScene();
});
afterAll(() => first.stop());

describe.each(kinds)('a %s runs no more without a wait', (kind) => {
  test.each<[string, (scene: Scene, role: string) => Promise<unknown>]>([
    [
      'is disabled',
      ({ server, approver }) => server.ok('POST /api/users/:id/disable', { params: { id: approver.id } }),
    ],
    [
      'has another role',
      ({ server, approver }) =>
        server.ok('PATCH /api/users/:id', { params: { id: approver.id }, body: { role: 'readonly' } }),
    ],
    [
      'has a role that lost jobs.manage',
      ({ server }, role) =>
        server.ok('PUT /api/roles/:key', {
          params: { key: role },
          body: { name: 'Less', permissions: withoutJobsManage },
        }),
    ],
    ['is deleted', ({ server, approver }) => server.ok('DELETE /api/users/:id', { params: { id: approver.id } })],
  ])('when its approver %s', async (_, act) => {
    const { server } = first;
    const role = await createRole(server.db, permissionKeys);
    const approver = await createPerson(server.db, { role });
    const scene = await createScene({ server, approver });
    expect(await scene.run(kind)).toBe('dispatched');
    await act(scene, role);
    expect(await scene.state(kind)).toBe('approved');
    expect(await scene.run(kind)).toBe(withheld(kind));
    expect(await scene.approve(kind)).toBe(200);
    expect(await scene.run(kind)).toBe('dispatched');
  });

  test('where its approver does not reach any more', async () => {
    const { server } = first;
    const scene = await createScene({ server });
    const elsewhere = await createPlace(server.db);
    const scope = (scope_type: string, scope_id: string) =>
      server.ok('PUT /api/users/:id/scopes', {
        params: { id: scene.approver.id },
        body: { scopes: [{ scope_type, scope_id }] },
      });
    await scope('client', elsewhere.client_id);
    expect(await scene.run(kind)).toBe(withheld(kind));
    for (const [type, id] of [
      ['client', scene.place.client_id],
      ['site', scene.place.site_id],
      ['group', scene.place.group_id],
      ['agent', scene.device.id],
    ] as const) {
      await scope(type, id);
      expect(await scene.run(kind)).toBe('dispatched');
    }
    const neighbour = await createDevice(server.db, scene.place);
    expect(await scene.run(kind, neighbour)).toBe(withheld(kind));
  });

  test('when the token that approved is revoked or has expired, or its account may not any more', async () => {
    const { server } = first;
    const { db } = server;
    const acts: ((token: string, account: string) => Promise<unknown>)[] = [
      (id) => server.ok('DELETE /api/api-tokens/:id', { params: { id } }),
      (id) => db.sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${id}`,
      (id) => db.sql`update api_tokens set role_key = 'readonly' where id = ${id}`,
      (id) => db.sql`update api_tokens set mcp_only = true where id = ${id}`,
      (_, account) => server.ok('POST /api/users/:id/disable', { params: { id: account } }),
      (_, account) => server.ok('PATCH /api/users/:id', { params: { id: account }, body: { role: 'readonly' } }),
      (_, account) => server.ok('DELETE /api/users/:id', { params: { id: account } }),
    ];
    for (const act of acts) {
      const owner = await createPerson(db);
      const { id, token } = await createApiToken(db, { userId: owner.id });
      const scene = await createScene({ server, token });
      expect(await scene.run(kind)).toBe('dispatched');
      await act(id, owner.id);
      expect(await scene.run(kind)).toBe(withheld(kind));
    }
  });

  test('when the bootstrap token that approved is gone', async () => {
    const { server } = first;
    const scene = await createScene({ server, token: ADMIN_TOKEN });
    expect(await scene.run(kind)).toBe('dispatched');
    const settings = { ...server.ctx.settings, bootstrapTokenExists: false };
    const without = { ...server, ctx: actingAs({ ...server.ctx, settings }, server.ctx.actor) };
    const later = await createScene({ server: without, token: ADMIN_TOKEN });
    expect(await later.run(kind)).toBe(withheld(kind));
  });
});

test('an approver who is enabled again covers again, and a save by another takes over from one who may not', async () => {
  const { server } = first;
  const scene = await createScene({ server });
  const account = { params: { id: scene.approver.id } };
  await server.ok('POST /api/users/:id/disable', account);
  await server.ok('POST /api/users/:id/enable', account);
  expect(await scene.run('task')).toBe('dispatched');
  await server.ok('POST /api/users/:id/disable', account);
  const other = await createPerson(server.db);
  await server.ok('PUT /api/tasks/:id', { params: { id: scene.task }, body: { name: 'Mine now' }, token: other.token });
  expect(await scene.run('task')).toBe('dispatched');
});

describe('who approves', () => {
  test('needs jobs.manage, by the API too', async () => {
    const { server } = first;
    const scene = await createScene({ server });
    await server.ok('PUT /api/tasks/:id', {
      params: { id: scene.task },
      body: { args: [] },
      token: scene.editor.token,
    });
    expect(await scene.approve('task', scene.editor.token)).toBe(403);
    expect(await scene.run('task')).toBe('proposed');
  });

  test('is a person, a token or the bootstrap token: no AI application, no AI chat, no token for /mcp, not the server', () => {
    const { ctx } = first.server;
    const may = (actor: object, origin: object = {}) =>
      mayApprove({
        actor: { ...ctx.actor, permissions: new Set(permissionKeys), kind: 'user', ...actor },
        origin: { ...ctx.origin, ...origin },
      });
    expect(may({})).toBe(true);
    expect(may({ kind: 'api_token' })).toBe(true);
    expect(may({ kind: 'bootstrap' })).toBe(true);
    expect(may({ kind: 'oauth' })).toBe(false);
    expect(may({ kind: 'agent' })).toBe(false);
    expect(may({ kind: 'system' })).toBe(false);
    expect(may({ mcpOnly: true })).toBe(false);
    expect(may({}, { via: 'mcp' })).toBe(false);
    expect(may({}, { via: 'chat' })).toBe(false);
    expect(may({ permissions: new Set(withoutJobsManage) })).toBe(false);
  });

  test('reaches everything that it reaches, and what will come there: 403 otherwise', async () => {
    const { server } = first;
    const scene = await createScene({ server });
    await server.ok('PUT /api/tasks/:id', {
      params: { id: scene.task },
      body: { args: [] },
      token: scene.editor.token,
    });
    const scoped = async (scope_type: 'client' | 'site' | 'group' | 'agent', scope_id: string) =>
      (await createPerson(server.db, { scopes: [{ scope_type, scope_id }] })).token;
    expect(await scene.approve('task', await scoped('agent', scene.device.id))).toBe(403);
    expect(await scene.approve('task', await scoped('group', scene.place.group_id))).toBe(403);
    expect(await scene.approve('task', await scoped('site', scene.otherSite.site_id))).toBe(403);
    expect(await scene.run('task')).toBe('proposed');
    expect(await scene.approve('task', await scoped('site', scene.place.site_id))).toBe(200);
    expect(await scene.run('task')).toBe('dispatched');
  });

  test('names the form: 409 form_changed when it was changed meanwhile, and nothing is approved', async () => {
    const { server } = first;
    const scene = await createScene({ server });
    const edit = (args: string[]) =>
      server.ok('PUT /api/tasks/:id', { params: { id: scene.task }, body: { args }, token: scene.editor.token });
    await edit(['harmless']);
    const seen = await approvalOf(scene, 'task');
    await edit(['evil']);
    const call = { params: { id: seen?.id ?? '' }, body: { form_sha256: seen?.form_sha256 } };
    for (const route of [
      'POST /api/standing-approvals/:id/approve',
      'POST /api/standing-approvals/:id/reject',
    ] as const)
      expect(await server.call(route, call)).toMatchObject({ status: 409, body: { code: 'form_changed' } });
    expect(await scene.run('task')).toBe('proposed');
    // A form that the row does not know, because it was changed behind its back, is none that anybody saw.
    await server.db.sql`update tasks set args = '{worse}' where id = ${scene.task}`;
    expect(await scene.approve('task')).toBe(409);
    expect(await scene.run('task')).toBe('proposed');
  });

  test('may name how many devices they saw: 409 when there are more', async () => {
    const { server } = first;
    const scene = await createScene({ server });
    const form = await approvalOf(scene, 'task');
    const decide = (confirm_count: number) =>
      server.call('POST /api/standing-approvals/:id/approve', {
        params: { id: form?.id ?? '' },
        body: { form_sha256: form?.form_sha256, confirm_count },
      });
    expect((await decide(1)).status).toBe(200);
    await createDevice(server.db, scene.place);
    expect(await decide(1)).toMatchObject({ status: 409, body: { code: 'confirm_count_mismatch', count: 2 } });
  });
});
