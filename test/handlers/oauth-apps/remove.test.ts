import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApplication, createGrant } from '../../applications.ts';
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

const remove = (id: string, token?: string) =>
  server.call('DELETE /api/oauth-apps/:id', { params: { id }, ...(token !== undefined && { token }) });

test('an application goes with every token, and the trail says how many that were', async () => {
  const { id, name } = await createApplication(server.db);
  const other = await createApplication(server.db);
  const person = await createPerson(server.db, { role: 'tech' });
  for (const application of [id, id, other.id]) await createGrant(server.db, { application, user: person.id });
  events.take('changed');
  expect((await remove(id)).status).toBe(204);
  expect(events.take('changed')).toContainEqual({ type: 'changed', noun: 'oauth_apps', ids: [id] });
  const left = await server.db.sql`select application_id from oauth_tokens where user_id = ${person.id}`;
  expect(left).toEqual([{ application_id: other.id }]);
  expect(await server.db.sql`select action, target_name, details from audit_entries where target_id = ${id}`).toEqual([
    { action: 'oauth.app.revoke', target_name: name, details: { hosts: ['claude.ai'], tokens: 2 } },
  ]);
});

test('the list says beforehand how many tokens that will be', async () => {
  const { id } = await createApplication(server.db);
  for (let n = 0; n < 3; n++) {
    const { id: user } = await createPerson(server.db, { role: 'tech' });
    const { family } = await createGrant(server.db, { application: id, user });
    if (n === 0) await server.db.sql`update oauth_tokens set spent_at = now() where family_id = ${family}`;
  }
  const { oauth_apps } = await server.ok('GET /api/oauth-apps');
  const before = oauth_apps.find((app) => app.id === id)?.active_tokens;
  await remove(id);
  const [entry] = await server.db.sql`select details from audit_entries where target_id = ${id}`;
  expect(entry?.details.tokens).toBe(before);
});

test('a waiting application can be turned away', async () => {
  const { id } = await createApplication(server.db, { status: 'pending' });
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(404);
});

test('403 with an access scope, and nothing changes', async () => {
  const { id } = await createApplication(server.db);
  const place = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  expect(await remove(id, token)).toMatchObject({ status: 403, body: { code: 'unscoped_required' } });
  expect(await server.db.sql`select 1 from oauth_applications where id = ${id}`).toHaveLength(1);
});
