import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationEvents } from '../../../schema/notifications.ts';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { MAIL_STAYS } from '../../mailed-links.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer(MAIL_STAYS);
  server.clock.standsAt = Date.now(); // what is refused again within a minute is noted once
});
afterAll(() => server.stop());

const put = (token: string, body: unknown) => server.call('PUT /api/me/notifications', { token, body });
const allOff = Object.fromEntries(notificationEvents.map((event) => [event, false]));

test('somebody new gets mail about nothing, and reads where it would go and what is missing for it', async () => {
  const { token } = await createPerson(server.db, { email: 'reader@example.com' });
  expect(await server.ok('GET /api/me/notifications', { token })).toEqual({
    subscriptions: allOff,
    address: 'reader@example.com',
    delivery_configured: false,
    confirmation_required: true,
    confirmed: false,
  });
});

test('delivery is configured once there is a relay that is switched on, and a confirmed address is told as such', async () => {
  const { token } = await createPerson(server.db, { email: 'confirmed@example.com', confirmed: true });
  await server.db.sql`insert into alert_relay (host, enabled) values ('relay.example.com', false)`;
  expect(await server.ok('GET /api/me/notifications', { token })).toMatchObject({
    delivery_configured: false,
    confirmed: true,
  });
  await server.db.sql`update alert_relay set enabled = true`;
  expect(await server.ok('GET /api/me/notifications', { token })).toMatchObject({ delivery_configured: true });
});

test('events are switched one by one, the others stay, and only what changed is audited', async () => {
  const { id, token } = await createPerson(server.db);
  expect(
    await put(token, { subscriptions: { 'alert.raised': true, 'job.failed': true, 'device.online': false } }),
  ).toMatchObject({
    status: 200,
    body: { subscriptions: { ...allOff, 'alert.raised': true, 'job.failed': true } },
  });
  await put(token, { subscriptions: { 'alert.raised': true } });
  await put(token, { subscriptions: { 'job.failed': false } });
  await put(token, { subscriptions: {} });
  const { subscriptions } = await server.ok('GET /api/me/notifications', { token });
  expect(subscriptions).toEqual({ ...allOff, 'alert.raised': true });
  const trail = await server.db.sql`
    select details from audit_entries where target_id = ${id} and action = 'user.notifications.update' order by id`;
  expect(trail.map(({ details }) => details)).toEqual([
    { added: ['alert.raised', 'job.failed'], removed: [] },
    { added: [], removed: ['job.failed'] },
  ]);
});

test('400 for an event that is none, a choice that is none, and nothing to choose', async () => {
  const { token } = await createPerson(server.db);
  for (const body of [
    { subscriptions: { 'alert.exploded': true } },
    { subscriptions: { 'alert.raised': 'yes' } },
    { subscriptions: { 'alert.raised': true, __proto__x: true } },
    {},
    { subscriptions: { 'alert.raised': true }, other: 1 },
  ])
    expect((await put(token, body)).status).toBe(400);
  expect((await server.ok('GET /api/me/notifications', { token })).subscriptions).toEqual(allOff);
});

test('403 for an address, whatever comes with it, and nothing changes', async () => {
  const { id, token } = await createPerson(server.db, { email: 'kept@example.com', confirmed: true });
  for (const body of [
    { email: 'new@example.com' },
    { address: 'new@example.com', subscriptions: { 'alert.raised': true } },
    { subscriptions: { 'alert.raised': true }, email: '' },
    { subscriptions: {}, email: null },
  ])
    expect(await put(token, body)).toMatchObject({ status: 403, body: { code: 'address_not_here' } });
  expect(await server.ok('GET /api/me/notifications', { token })).toMatchObject({
    subscriptions: allOff,
    address: 'kept@example.com',
    confirmed: true,
  });
  const refused = await server.db.sql`select outcome from audit_entries where actor_id = ${id}`;
  expect(refused).toEqual([{ outcome: 'refused' }]);
});

test('two who switch the same event at once both succeed', async () => {
  const { token } = await createPerson(server.db);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => put(token, { subscriptions: { 'job.failed': true } })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
