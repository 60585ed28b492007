/** The ways to a page of jobs (docs/decisions/0010-job-list.md) agree with what a plain query says, and take their indexes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestPositions, walk } from '../../../domain/jobs/newest.ts';
import { everything, type Scope, scopeFromRows } from '../../../domain/scope.ts';
import { JobQuery } from '../../../schema/jobs.ts';
import { createContext } from '../../context.ts';
import { fillDevices } from '../../fill-devices.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
/** A company of a few devices and one of a third of them all, whose jobs are all old. */
let small: string;
let large: string;
const DEVICES = 3000;
const JOBS = 30_000;
beforeAll(async () => {
  server = await startServer();
  const { ownerSql: sql } = server.db;
  await fillDevices(sql, DEVICES);
  const [few] = await sql`select client_id, count(*) from devices group by 1 order by 2, 1 limit 1`;
  const [many] = await sql`insert into clients (name) values ('Large') returning id`;
  const [site] = await sql`insert into sites (client_id, name) values (${many?.id}, 'Large') returning id`;
  [small, large] = [few?.client_id, many?.id];
  await sql`
    update devices set client_id = ${large}, site_id = ${site?.id}, group_id = null
    where id in (select id from devices where client_id <> ${small} order by id limit ${DEVICES / 3})`;
  await sql`insert into job_contents (sha256, shell, script) values (repeat('0', 64), 'bash', 'true')`;
  await sql`
    insert into jobs (agent_id, agent_hostname, shell, content_sha256, timeout_sec, source, status, proposed_by, created_at)
    select d.id, d.hostname, 'bash', repeat('0', 64), 60, 'api', (array['completed', 'failed', 'completed', 'expired'])[1 + i % 4],
           '{"kind": "system", "id": null, "name": "test", "client_host": null, "on_behalf_of": null}',
           now() - (case when d.client_id = ${large} then interval '1 year' else '0' end) - (i / 3) * interval '1 second'
    from generate_series(1, ${JOBS}) i
    join (select *, row_number() over (order by id) as n from devices) d on d.n = 1 + i * 7 % ${DEVICES}`;
  // of deleted devices: some jobs of the small company
  await sql`
    update jobs r set device_deleted = true, client_id = d.client_id, site_id = d.site_id from devices d
    where d.id = r.agent_id and d.id in (select id from devices where client_id = ${small} order by id limit 2)`;
  await sql`delete from devices d using jobs r where r.agent_id = d.id and r.device_deleted`;
  await sql`vacuum analyze`.simple();
});
afterAll(() => server.stop());

/** What the page has to be, asked without any cleverness. */
async function plainly(query: JobQuery, scope: Scope, count: number) {
  const clients = scope.unscoped ? null : scope.clients;
  const statuses = query.status ?? null;
  const company = query.client_id ?? null;
  const rows = await server.db.sql`
    select r.id from jobs r left join devices d on d.id = r.agent_id
    cross join lateral (select coalesce(d.client_id, r.client_id) as client_id) p
    where (${clients}::uuid[] is null or p.client_id = any(${clients}::uuid[]))
      and (${company}::uuid is null or p.client_id = ${company}::uuid)
      and (${statuses}::text[] is null or r.status = any(${statuses}::text[]))
    order by r.created_at desc, r.id desc limit ${count}`;
  return rows.map(({ id }) => id);
}

const only = (...clients: string[]) => scopeFromRows(clients.map((scope_id) => ({ scope_type: 'client', scope_id })));
const queries = [{}, { status: 'failed' }, { status: 'expired,failed' }];

describe.each(queries)('with %j', (asked) => {
  test('by scope and by company, few devices or many, first page or a later one', async () => {
    const { ctx } = createContext(server);
    const all = (await server.db.sql`select id from clients`).map(({ id }) => id);
    const scopes = [everything, only(small), only(large), only(small, large), only(...all)];
    for (const scope of scopes)
      for (const client_id of [undefined, small, large]) {
        const query = JobQuery.parse({ ...asked, ...(client_id && { client_id }) });
        const whole = await plainly(query, scope, 1200);
        let cursor: string | undefined;
        for (const [from, count] of [
          [0, 101],
          [101, 999],
        ] as const) {
          const found = await newestPositions({ ...ctx, scope }, { ...query, cursor }, count);
          expect(found.map(({ id }) => id)).toEqual(whole.slice(from, from + count));
          const last = found.at(-1);
          if (!last) break;
          cursor = Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url');
        }
      }
  });
});

test('jobs of deleted devices are among those of their company', async () => {
  const { ctx } = createContext(server);
  const gone = await server.db.sql<{ id: string }[]>`select id from jobs where device_deleted`;
  expect(gone.length).toBeGreaterThan(10);
  const found = await newestPositions(ctx, JobQuery.parse({ client_id: small }), JOBS);
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(gone.map(({ id }) => id)));
});

describe('a page without a scope reads as many entries of an index as it shows', () => {
  test.each([
    [{}, 'jobs_created_idx'],
    [{ status: 'expired' }, 'jobs_status_idx'],
    [{ status: 'expired,failed' }, 'jobs_status_idx'],
    [{ agent_id: '018f0000-0000-7000-8000-000000000000' }, 'jobs_agent_idx'],
  ])('%j by %s', async (asked, index) => {
    const query = walk({ sql: server.db.sql, scope: everything }, JobQuery.parse(asked), 101);
    const rows = await server.db.sql<
      { 'QUERY PLAN': string }[]
    >`explain (analyze, costs off, timing off, buffers off) ${query}`;
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index} on jobs r`));
    expect(plan).not.toContain('Seq Scan');
    for (const [, read] of plan.matchAll(/on jobs r\w* \(actual rows=(\d+)/g))
      expect(Number(read)).toBeLessThanOrEqual(101);
  });
});
