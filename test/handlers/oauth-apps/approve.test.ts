import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApplication } from '../../applications.ts';
import { recordEvents } from '../../events.ts';
import { createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let events: ReturnType<typeof recordEvents>;
beforeAll(async () => {
  server = await startServer();
  events = recordEvents(server);
});
afterAll(() => server.stop());

const approve = (id: string, token?: string) =>
  server.call('POST /api/oauth-apps/:id/approve', { params: { id }, ...(token !== undefined && { token }) });
const trailOf = (id: string) =>
  server.db.sql`select action, actor_name, target_name, details from audit_entries where target_id = ${id} order by id`;

test('a waiting application is let in, named with who did it, and consoles hear of it', async () => {
  const { id, name } = await createApplication(server.db, { status: 'pending' });
  const admin = await createPerson(server.db);
  events.take('changed');
  const { status, body } = await approve(id, admin.token);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      id,
      name,
      status: 'approved',
      may_authorize: true,
      approved_by: admin.username,
      approved_at: expect.any(String),
    },
  });
  expect(events.take('changed')).toContainEqual({ type: 'changed', noun: 'oauth_apps', ids: [id] });
  expect(await trailOf(id)).toEqual([
    { action: 'oauth.app.approve', actor_name: admin.username, target_name: name, details: { hosts: ['claude.ai'] } },
  ]);
});

test('409 when it is approved already, and of racing approvals one wins', async () => {
  const { id } = await createApplication(server.db, { status: 'pending' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => approve(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'already_approved' });
  expect(await trailOf(id)).toHaveLength(1);
});

test('404 for an application that nobody registered', async () => {
  expect(await approve(crypto.randomUUID())).toMatchObject({
    status: 404,
    body: { code: 'oauth_application_not_found' },
  });
});

test('403 with an access scope, whatever the role, and nothing changes', async () => {
  const { id } = await createApplication(server.db, { status: 'pending' });
  const place = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  expect(await approve(id, token)).toMatchObject({ status: 403, body: { code: 'unscoped_required' } });
  expect(await server.db.sql`select status from oauth_applications where id = ${id}`).toEqual([{ status: 'pending' }]);
});

test('approval does not overrule the list of hosts', async () => {
  await server.ok('PUT /api/config/mcp-oauth', {
    body: { registration: 'allowed_hosts', allowed_hosts: ['claude.ai'] },
  });
  const { id } = await createApplication(server.db, { status: 'pending', hosts: ['evil.example'] });
  expect((await approve(id)).body).toMatchObject({ status: 'approved', may_authorize: false, unknown_host: true });
  await server.ok('PUT /api/config/mcp-oauth', { body: { registration: 'any' } });
});
