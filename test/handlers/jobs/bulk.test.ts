import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, createSite } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const unknown = '018f0000-0000-7000-8000-000000000000';
const job = { shell: 'bash', script: 'uptime', description: 'Look around' };
const propose = (body: object, token?: string) =>
  server.ok('POST /api/jobs/bulk', { token, body: { ...job, ...body } });
const call = (body: object, token?: string) => server.call('POST /api/jobs/bulk', { token, body: { ...job, ...body } });
/** Devices of the jobs of a batch. */
const devicesOf = async (batchId: string) =>
  (await server.db.sql`select agent_id from jobs where batch_id = ${batchId} order by agent_id`).map(
    (row) => row.agent_id,
  );

test('the union of devices, site and department becomes one waiting batch for each company', async () => {
  const [a, b] = [await createPlace(server.db, 'bulk-a'), await createPlace(server.db, 'bulk-b')];
  const elsewhere = await createSite(server.db, b.client_id);
  const inSite = [await createDevice(server.db, a), await createDevice(server.db, { ...a, group_id: undefined })];
  const inGroup = await createDevice(server.db, { client_id: b.client_id, ...elsewhere });
  const named = await createDevice(server.db, b);
  const homeless = await createDevice(server.db);
  await createDevice(server.db, { ...b, group_id: undefined }); // neither named nor in the site or the department
  const agent_ids = [named.id, homeless.id, named.id, inSite[0]?.id ?? ''];
  const made = await propose({ agent_ids, site_id: a.site_id, group_id: elsewhere.group_id });

  expect(made).toMatchObject({ companies: 3, count: 5 });
  expect(made.batches.map(({ client_id, count }) => ({ client_id, count }))).toEqual([
    { client_id: a.client_id, count: 2 },
    { client_id: b.client_id, count: 2 },
    { client_id: null, count: 1 },
  ]);
  const [ofA, ofB, ofNone] = await Promise.all(made.batches.map(({ batch_id }) => devicesOf(batch_id)));
  expect(ofA).toEqual(inSite.map(({ id }) => id).toSorted());
  expect(ofB).toEqual([inGroup.id, named.id].toSorted());
  expect(ofNone).toEqual([homeless.id]);
  const { jobs } = await server.ok('GET /api/jobs/batch/:batch_id', {
    params: { batch_id: made.batches[0]?.batch_id ?? '' },
  });
  for (const one of jobs)
    expect(one).toMatchObject({
      status: 'awaiting_approval',
      source: 'bulk',
      require_approval: true,
      description: 'Look around',
    });
});

test('each batch is in the trail, with its company and number', async () => {
  const place = await createPlace(server.db, 'bulk-audited');
  await createDevice(server.db, place);
  await createDevice(server.db, place);
  const { batches } = await propose({ site_id: place.site_id });
  expect(
    await server.db
      .sql`select action, target_name, details from audit_entries where target_id = ${batches[0]?.batch_id ?? ''}`,
  ).toEqual([
    {
      action: 'job.batch.propose',
      target_name: 'Look around',
      details: { devices: 2, client: 'bulk-audited', shell: 'bash', source: 'bulk' },
    },
  ]);
});

describe('for a caller with a scope', () => {
  test('only what lies in it is meant, whatever is named (ATTACKS.md 34)', async () => {
    const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
    const visible = await createDevice(server.db, mine);
    const alsoVisible = await createDevice(server.db, other);
    const hidden = await createDevice(server.db, other);
    const { token } = await createPerson(server.db, {
      scopes: [
        { scope_type: 'group', scope_id: mine.group_id },
        { scope_type: 'agent', scope_id: alsoVisible.id },
      ],
    });
    const made = await propose({ agent_ids: [visible.id, hidden.id, unknown], site_id: other.site_id }, token);
    expect(made).toMatchObject({ companies: 2, count: 2 });
    const devices = await Promise.all(made.batches.map(({ batch_id }) => devicesOf(batch_id)));
    expect(devices.flat().toSorted()).toEqual([visible.id, alsoVisible.id].toSorted());
  });

  test('403 when all that is named lies outside it', async () => {
    const [mine, other] = [await createPlace(server.db), await createPlace(server.db)];
    const hidden = await createDevice(server.db, other);
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: mine.client_id }] });
    for (const body of [{ agent_ids: [hidden.id] }, { site_id: other.site_id }, { group_id: other.group_id }])
      expect(await call(body, token)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(await server.db.sql`select 1 from jobs where agent_id = ${hidden.id}`).toHaveLength(0);
  });
});

describe('python', () => {
  test('an outdated device refuses the whole, and all of them are named', async () => {
    const place = await createPlace(server.db);
    const good = await createDevice(server.db, place);
    const old = [
      await createDevice(server.db, { ...place, version: '0.4.8', hostname: 'old-one' }),
      await createDevice(server.db, { ...place, version: 'nonsense', hostname: 'odd-one' }),
    ];
    const answer = await call({ site_id: place.site_id, shell: 'python', script: 'print(1)' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'agent_too_old', required_version: '0.4.9' } });
    expect(answer.body.error).toMatch(/0\.4\.9.*old-one \(0\.4\.8\).*odd-one \(nonsense\)/);
    expect(answer.body.devices.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      old.map(({ id }) => id).toSorted(),
    );
    expect(await server.db.sql`select 1 from jobs where agent_id = ${good.id}`).toHaveLength(0);
  });

  test('devices that the caller may not see are neither asked nor named', async () => {
    const place = await createPlace(server.db);
    const mine = await createDevice(server.db, place);
    await createDevice(server.db, { ...place, version: '0.1.0' });
    const { token } = await createPerson(server.db, { scopes: [{ scope_type: 'agent', scope_id: mine.id }] });
    expect(await propose({ site_id: place.site_id, shell: 'python' }, token)).toMatchObject({ count: 1 });
  });
});

describe('refusals', () => {
  test('400 without a target, and for targets without a device', async () => {
    const { site_id } = await createPlace(server.db);
    for (const body of [{}, { agent_ids: [] }, { site_id }, { agent_ids: [unknown] }])
      expect(await call(body)).toMatchObject({ status: 400, body: { code: 'no_targets' } });
  });

  test('404 for an unknown site or department', async () => {
    expect(await call({ site_id: unknown })).toMatchObject({ status: 404, body: { code: 'site_not_found' } });
    expect(await call({ group_id: unknown })).toMatchObject({ status: 404, body: { code: 'department_not_found' } });
  });

  test('400 for approval to be skipped: a bulk deployment always waits', async () => {
    const { id } = await createDevice(server.db);
    expect((await call({ agent_ids: [id], require_approval: false })).status).toBe(400);
  });
});

test('5,000 devices are one call and one approval, 5,001 are refused', async () => {
  const place = await createPlace(server.db, 'bulk-large');
  await server.db.sql`
    insert into devices (install_id, credential_hash, hostname, version, os_family, client_id, site_id)
    select gen_random_uuid(), sha256(('bulk' || i)::bytea), 'bulk-' || i, '0.5.0', 'linux', ${place.client_id}, ${place.site_id}
    from generate_series(1, 5000) i`;
  const script = '#'.repeat(200_000);
  const made = await propose({ site_id: place.site_id, script });
  expect(made).toMatchObject({ companies: 1, count: 5000 });
  const params = { batch_id: made.batches[0]?.batch_id ?? '' };
  const body = { confirm_count: 5000 };
  expect(await server.ok('POST /api/jobs/batch/:batch_id/approve', { params, body })).toEqual({
    approved: 5000,
    skipped: 0,
  });
  expect(
    await server.db.sql`select action from audit_entries where target_id = ${params.batch_id} order by id`,
  ).toEqual([{ action: 'job.batch.propose' }, { action: 'job.batch.approve' }]);
  await createDevice(server.db, place);
  expect(await call({ site_id: place.site_id })).toMatchObject({ status: 400, body: { code: 'too_many_targets' } });
});
