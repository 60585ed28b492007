import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../../domain/tokens.ts';
import { recordEvents } from '../../events.ts';
import { createDevice, createPerson, createPlace, createSite } from '../../factories.ts';
import { connectAgent, newCredential, simulatedFacts } from '../../fleet.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const create = (body: object = {}, token?: string) =>
  server.call('POST /api/enroll-tokens', { body, ...(token && { token }) });
const trailOf = (id: string) =>
  server.db.sql`select action, target_name, details from audit_entries where target_id = ${id} order by id`;

test('a token with nothing said lets one machine in for 72 hours', async () => {
  const before = Date.now();
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    description: '',
    uses: 1,
    uses_left: 1,
    site_id: null,
    group_id: null,
    created_by: 'bootstrap token',
    token: expect.stringMatching(/^rme_[\w-]{43}$/),
  });
  expect(Date.parse(body.expires_at) - before).toBeGreaterThanOrEqual(72 * 3_600_000);
  expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(72 * 3_600_000);
});

test('its value is stored as a hash, and in no other answer, event or trail', async () => {
  const events = recordEvents(server);
  const { body } = await create({ description: 'Berlin roll-out' });
  const [row] = await server.db
    .sql`select *, token_hash = ${hashToken(body.token)} as fits from enroll_tokens where id = ${body.id}`;
  expect(row?.fits).toBe(true);
  const elsewhere = [row, events.take('changed'), await trailOf(body.id), await server.ok('GET /api/enroll-tokens')];
  expect(JSON.stringify(elsewhere)).not.toContain(body.token);
});

test('the place, uses and life are kept, and the trail names them', async () => {
  const place = await createPlace(server.db, 'Kestrel');
  const { site_id, group_id } = place;
  const { body } = await create({ description: ' Sales ', uses: 25, ttl_hours: 1, site_id, group_id });
  expect(body).toMatchObject({
    description: 'Sales',
    uses: 25,
    uses_left: 25,
    site_id,
    group_id,
    client_name: 'Kestrel',
  });
  expect(await trailOf(body.id)).toEqual([
    {
      action: 'enroll_token.create',
      target_name: 'Sales',
      details: { uses: 25, expires_at: body.expires_at, site: body.site_name, group: body.group_name },
    },
  ]);
});

test('the install line names this server, the token, and lab mode while it speaks plain http without a key', async () => {
  const { body } = await create();
  expect(body.install).toEqual({
    server_url: 'http://console.test',
    update_public_keys: [],
    linux: `curl -fsSL http://console.test/install.sh | sh -s -- --server http://console.test --token ${body.token} --lab-mode`,
  });
});

test('the install line pins the published keys, whatever Host the caller names', async () => {
  const https = await startServer({ RMM_PUBLIC_URL: 'https://agents.example.com' });
  try {
    https.muster.services.settings.publishedAgent = () => ({ version: '0.5.0', publicKeys: ['KEY='] });
    const body = await https.ok('POST /api/enroll-tokens', { body: {}, headers: { 'x-forwarded-host': 'evil.test' } });
    expect(body.install).toMatchObject({ server_url: 'https://agents.example.com', update_public_keys: ['KEY='] });
    expect(body.install.linux).toMatch(
      /^curl --proto =https --tlsv1\.2 -fsSL https:\/\/agents\.example\.com\/install\.sh \| .* --update-public-key KEY=$/,
    );
  } finally {
    await https.stop();
  }
});

test('a machine that it lets in lands in its place, and a use is gone', async () => {
  const place = await createPlace(server.db);
  const { body } = await create({ site_id: place.site_id, group_id: place.group_id, uses: 2 });
  const agent = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: newCredential(), facts: simulatedFacts('newcomer') },
    enroll: { token: body.token, installId: randomUUID() },
  });
  expect(await server.ok('GET /api/devices/:id', { params: { id: agent.deviceId } })).toMatchObject(place);
  await agent.close();
  const { enroll_tokens } = await server.ok('GET /api/enroll-tokens');
  expect(enroll_tokens.find(({ id }) => id === body.id)).toMatchObject({ uses: 2, uses_left: 1 });
});

describe('an inconsistent pair', () => {
  test('400 for a department of another site, also of the same company, and for one without its site', async () => {
    const place = await createPlace(server.db);
    const [sibling, other] = [await createSite(server.db, place.client_id), await createPlace(server.db)];
    for (const body of [
      { site_id: place.site_id, group_id: sibling.group_id },
      { site_id: place.site_id, group_id: other.group_id },
      { group_id: place.group_id },
    ])
      expect(await create(body)).toMatchObject({
        status: 400,
        body: { code: 'group_not_in_site', issues: [{ path: 'group_id' }] },
      });
  });

  test('the database refuses it too, on insert and on update', async () => {
    const [place, other] = [await createPlace(server.db), await createPlace(server.db)];
    const insert = (client_id: string | null, site_id: string | null, group_id: string | null) => server.db.sql`
      insert into enroll_tokens (token_hash, uses, uses_left, expires_at, created_by, client_id, site_id, group_id)
      values (${hashToken(randomUUID())}, 1, 1, now(), 'test', ${client_id}, ${site_id}, ${group_id})`;
    const refused = { code: '23514', constraint_name: 'enroll_tokens_placement' };
    await expect(insert(place.client_id, place.site_id, other.group_id)).rejects.toMatchObject(refused);
    await expect(insert(null, null, place.group_id)).rejects.toMatchObject(refused);
    await expect(insert(null, place.site_id, null)).rejects.toMatchObject({ code: '23514' });
    await expect(insert(other.client_id, place.site_id, null)).rejects.toMatchObject({ code: '23503' });
    const { body } = await create({ site_id: place.site_id, group_id: place.group_id });
    await expect(
      server.db.sql`update enroll_tokens set group_id = ${other.group_id} where id = ${body.id}`,
    ).rejects.toMatchObject(refused);
  });
});

test('404 for an unknown site or department', async () => {
  const { site_id } = await createPlace(server.db);
  expect(await create({ site_id: unknown })).toMatchObject({ status: 404, body: { code: 'site_not_found' } });
  expect(await create({ site_id, group_id: unknown })).toMatchObject({
    status: 404,
    body: { code: 'department_not_found' },
  });
});

test.each([
  { uses: 0 },
  { uses: 10_001 },
  { uses: 1.5 },
  { uses: '1' },
  { ttl_hours: 0 },
  { ttl_hours: 8761 },
  { site_id: 'x' },
  { description: 'x'.repeat(201) },
  { token: 'rme_mine' },
])('400 for %j', async (body) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

describe('a scoped issuer', () => {
  test('binds to a site directly in its client or site scope', async () => {
    const place = await createPlace(server.db);
    const { site_id, group_id } = place;
    for (const [scope_type, scope_id] of [
      ['client', place.client_id],
      ['site', site_id],
    ] as const) {
      const { token } = await createPerson(server.db, { scopes: [{ scope_type, scope_id }] });
      expect(await create({ site_id }, token)).toMatchObject({ status: 201 });
      expect(await create({ site_id, group_id }, token)).toMatchObject({ status: 201 });
    }
  });

  test('403 for an unbound token, a foreign site, and one that is reached through a department or device alone', async () => {
    const [place, foreign] = [await createPlace(server.db), await createPlace(server.db)];
    const sibling = await createSite(server.db, place.client_id);
    const device = await createDevice(server.db, place);
    const { site_id, group_id } = place;
    for (const [scope_type, scope_id] of [
      ['client', place.client_id],
      ['site', site_id],
      ['group', group_id],
      ['agent', device.id],
    ] as const) {
      const { token } = await createPerson(server.db, { scopes: [{ scope_type, scope_id }] });
      const refused = { status: 403, body: { code: 'out_of_scope' } };
      expect(await create({}, token)).toMatchObject({ status: 403, body: { code: 'site_required' } });
      expect(await create({ site_id: foreign.site_id }, token)).toMatchObject(refused);
      if (scope_type !== 'client') expect(await create(sibling, token)).toMatchObject(refused);
      if (scope_type === 'client' || scope_type === 'site') continue;
      expect(await create({ site_id }, token)).toMatchObject(refused);
      expect(await create({ site_id, group_id }, token)).toMatchObject(refused);
    }
  });

  test('sees and revokes the tokens that it could issue, and no other', async () => {
    const [place, foreign] = [await createPlace(server.db), await createPlace(server.db)];
    const [own, unbound, other] = [
      (await create({ site_id: place.site_id })).body.id,
      (await create()).body.id,
      (await create({ site_id: foreign.site_id })).body.id,
    ];
    const by = async (scope_type: 'client' | 'site' | 'group', scope_id: string) =>
      (await createPerson(server.db, { scopes: [{ scope_type, scope_id }] })).token;
    const seen = async (token: string) =>
      (await server.ok('GET /api/enroll-tokens', { token })).enroll_tokens.map(({ id }) => id);
    const bySite = await by('site', place.site_id);
    expect(await seen(bySite)).toEqual([own]);
    expect(await seen(await by('client', place.client_id))).toEqual([own]);
    expect(await seen(await by('group', place.group_id))).toEqual([]);
    const revoke = (id: string, token: string) =>
      server.call('DELETE /api/enroll-tokens/:id', { params: { id }, token });
    for (const id of [unbound, other])
      expect(await revoke(id, bySite)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(await revoke(own, bySite)).toMatchObject({ status: 204 });
  });
});

test('a revoked token lets nobody in, devices that it let in stay, and once more is 404', async () => {
  const { body } = await create({ description: 'short', uses: 5 });
  const options = {
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: newCredential(), facts: simulatedFacts('stays') },
    enroll: { token: body.token, installId: randomUUID() },
  };
  const agent = await connectAgent(options);
  await agent.close();
  const revoke = () => server.call('DELETE /api/enroll-tokens/:id', { params: { id: body.id } });
  expect(await revoke()).toMatchObject({ status: 204 });
  expect((await trailOf(body.id)).at(-1)).toEqual({
    action: 'enroll_token.revoke',
    target_name: 'short',
    details: { uses_left: 4 },
  });
  await expect(
    connectAgent({ ...options, enroll: { ...options.enroll, installId: randomUUID() } }),
  ).rejects.toMatchObject({ status: 401 });
  expect((await server.call('GET /api/devices/:id', { params: { id: agent.deviceId } })).status).toBe(200);
  expect(await revoke()).toMatchObject({ status: 404, body: { code: 'enrollment_token_not_found' } });
});

test('the list is newest first, and its cursors give every token once', async () => {
  const place = await createPlace(server.db);
  const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'site', scope_id: place.site_id }] });
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) ids.unshift((await create({ site_id: place.site_id })).body.id);
  for (const limit of [1, 3, 7, 8]) {
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
      const page = await server.ok('GET /api/enroll-tokens', { token, query: { limit, ...(cursor && { cursor }) } });
      seen.push(...page.enroll_tokens.map(({ id }) => id));
      cursor = page.next_cursor;
      if (!cursor) break;
    }
    expect(seen).toEqual(ids);
  }
  for (const cursor of ['zzz', Buffer.from('["x"]').toString('base64url')])
    expect(await server.call('GET /api/enroll-tokens', { query: { cursor } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
});

test('403 without enrollment.manage', async () => {
  const { token } = await createPerson(server.db, { permissions: ['devices.view', 'clients.manage'] });
  for (const [route, body] of [
    ['GET /api/enroll-tokens', undefined],
    ['POST /api/enroll-tokens', {}],
    ['DELETE /api/enroll-tokens/:id', undefined],
  ] as const)
    expect(await server.call(route, { token, params: { id: unknown }, body })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
});
