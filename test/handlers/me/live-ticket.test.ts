import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemLiveTicket } from '../../../domain/live-tickets.ts';
import { hashToken } from '../../../domain/tokens.ts';
import { createApiToken, createPerson, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const issue = async (token: string) => (await server.ok('POST /api/me/live-ticket', { token })).ticket;
const redeem = (ticket: string, now = new Date()) => redeemLiveTicket(server.db.sql, hashToken(ticket), now);

test('a session’s ticket leads to the person with rights, scope and the end of the session', async () => {
  const place = await createPlace(server.db);
  const person = await createPerson(server.db, {
    permissions: ['jobs.view'],
    scopes: [{ scope_type: 'client', scope_id: place.client_id }],
  });
  const { ticket, expires_at } = await server.ok('POST /api/me/live-ticket', { token: person.token });
  expect(ticket).toMatch(/^rml_[\w-]{43}$/);
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(30_000);
  expect(await redeem(ticket)).toMatchObject({
    actor: { kind: 'user', id: person.id },
    scope: { unscoped: false, clients: [place.client_id] },
    userId: person.id,
    sessionId: expect.any(String),
    tokenId: null,
    permissions: ['jobs.view'],
    expiresAt: expect.any(String),
  });
});

test('a bound token’s ticket holds what token and user both hold', async () => {
  const person = await createPerson(server.db, { permissions: ['clients.view', 'jobs.view'] });
  const { id, token } = await createApiToken(server.db, { role: 'readonly', userId: person.id });
  expect(await redeem(await issue(token))).toMatchObject({
    userId: person.id,
    sessionId: null,
    tokenId: id,
    permissions: ['clients.view'],
    expiresAt: null,
  });
});

test('of twenty who redeem one ticket at once one gets in', async () => {
  const { token } = await createPerson(server.db);
  const ticket = await issue(token);
  const holders = await Promise.all(Array.from({ length: 20 }, () => redeem(ticket)));
  expect(holders.filter((holder) => holder !== undefined)).toHaveLength(1);
});

test('a ticket is good for thirty seconds', async () => {
  const { token } = await createPerson(server.db);
  const now = Date.now();
  server.clock.standsAt = now;
  const [early, late] = [await issue(token), await issue(token)];
  expect(await redeem(early, new Date(now + 29_999))).toBeDefined();
  expect(await redeem(late, new Date(now + 30_000))).toBeUndefined();
  expect(await redeem(late)).toBeUndefined();
  server.clock.standsAt = undefined;
});

test('a ticket dies with its session, its token and its user', async () => {
  const [one, two, three] = [
    await createPerson(server.db),
    await createPerson(server.db),
    await createApiToken(server.db, { role: 'tech' }),
  ];
  const tickets = [await issue(one.token), await issue(two.token), await issue(three.token)];
  await server.ok('POST /api/auth/logout', { token: one.token });
  await server.ok('POST /api/users/:id/disable', { params: { id: two.id } });
  await server.ok('DELETE /api/api-tokens/:id', { params: { id: three.id } });
  for (const ticket of tickets) expect(await redeem(ticket)).toBeUndefined();
});

test('only the hash of a ticket is stored, and unused ones are swept', async () => {
  const { token } = await createPerson(server.db);
  const ticket = await issue(token);
  const [leak] = await server.db
    .sql`select 1 from live_tickets t where to_jsonb(t)::text like ${`%${ticket.slice(4)}%`}`;
  expect(leak).toBeUndefined();
  server.clock.offsetMs = 60_000;
  await issue(token);
  server.clock.offsetMs = 0;
  expect((await server.db.sql`select 1 from live_tickets`).count).toBe(1);
});

test('403 for the bootstrap token, which never opens the console', async () => {
  expect(await server.call('POST /api/me/live-ticket')).toMatchObject({ status: 403, body: { code: 'no_account' } });
  expect(await redeem('rml_made-up')).toBeUndefined();
});
