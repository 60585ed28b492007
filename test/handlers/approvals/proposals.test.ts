import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('the batches of one proposal share what would be approved and its moment, so that they can be shown as one', async () => {
  const places = [await createPlace(server.db), await createPlace(server.db)];
  const devices = await Promise.all(places.map((place) => createDevice(server.db, place)));
  const body = { agent_ids: devices.map(({ id }) => id), shell: 'bash', script: 'uptime', description: 'Load' };
  const { batches } = await server.ok('POST /api/jobs/bulk', { body });
  await server.ok('POST /api/jobs/bulk', { body: { ...body, script: 'who' } });

  const { approvals } = await server.ok('GET /api/approvals');
  expect(approvals).toHaveLength(4);
  const made = approvals.filter(({ id }) => batches.some(({ batch_id }) => batch_id === id));
  expect(made.map(({ client_id }) => client_id).toSorted()).toEqual(
    places.map(({ client_id }) => client_id).toSorted(),
  );
  expect(new Set(made.map(({ content_sha256, created_at }) => `${content_sha256} ${created_at}`)).size).toBe(1);
  expect(new Set(approvals.map(({ content_sha256 }) => content_sha256)).size).toBe(2);
});
