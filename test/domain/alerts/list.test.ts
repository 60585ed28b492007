/** Alerts of a large installation: pages are what a plain query says, and quick. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCounts } from '../../../domain/alerts/counts.ts';
import { list } from '../../../domain/alerts/list.ts';
import type { Ctx } from '../../../domain/context.ts';
import { everything, type Scope, scopeFromRows } from '../../../domain/scope.ts';
import { AlertQuery } from '../../../schema/alerts.ts';
import { atBest, timed } from '../../at-best.ts';
import { fillDevices } from '../../fill-devices.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let client: string;
let site: string;
const DEVICES = 50_000;
beforeAll(async () => {
  server = await startServer();
  const { ownerSql: sql } = server.db;
  await fillDevices(sql, DEVICES);
  const [place] = await sql`select client_id, site_id from devices order by hostname_key desc limit 1`;
  [client, site] = [place?.client_id, place?.site_id];
  // Three of a hundred are open, one acknowledged, as after a bad week.
  await sql`
    insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, client_id, site_id, group_id, title, message,
      severity, status, first_seen_at, last_seen_at, raised_at, resolved_at, resolution)
    select 'check:' || i || ':' || d.id, 'check', gen_random_uuid(), d.id, d.hostname, d.client_id, d.site_id, d.group_id,
      'Check ' || i % 10, 'is at ' || i, case when i % 4 = 0 then 'error' else 'warning' end, s.status,
      s.at, s.at, s.at, case when s.status = 'resolved' then s.at end, case when s.status = 'resolved' then 'cleared' end
    from generate_series(1, 150000) i
    join (select *, row_number() over (order by id) as n from devices) d on d.n = 1 + i::bigint * 7919 % ${DEVICES}
    cross join lateral (select now() - (i / 3) * interval '1 minute' as at,
      case when i % 100 < 3 then 'open' when i % 100 = 3 then 'acknowledged' else 'resolved' end as status) s`;
  // Two devices of the place are gone.
  await sql`
    update alerts a set device_deleted = true from devices d
    where d.id = a.agent_id and d.id in (select id from devices where site_id = ${site} order by id limit 2)`;
  await sql`delete from devices d using alerts a where a.agent_id = d.id and a.device_deleted`;
  await sql`vacuum analyze`.simple();
});
afterAll(() => server.stop());

const only = (scope_type: string, scope_id: string) => scopeFromRows([{ scope_type, scope_id }]);
const asked = async (ctx: Ctx, query: AlertQuery): Promise<{ alerts: { id: string }[]; next_cursor?: string }> =>
  JSON.parse((await list(ctx, query)).text);

/** What the list has to be, asked without any cleverness. */
async function plainly(query: AlertQuery, scope: Scope): Promise<string[]> {
  const clients = scope.unscoped ? null : scope.clients;
  const sites = scope.unscoped ? null : scope.sites;
  const rows = await server.db.sql<{ id: string }[]>`
    select a.id from alerts a left join devices d on d.id = a.agent_id
    cross join lateral (select coalesce(d.client_id, a.client_id) as client_id, coalesce(d.site_id, a.site_id) as site_id) p
    where (${clients}::uuid[] is null or p.client_id = any(${clients}::uuid[]) or p.site_id = any(${sites}::uuid[]))
      and (${query.status ?? null}::text[] is null or a.status = any(${query.status ?? null}::text[]))
      and (${query.severity ?? null}::text is null or a.severity = ${query.severity ?? null})
      and (${query.client_id ?? null}::uuid is null or p.client_id = ${query.client_id ?? null}::uuid)
      and (${query.site_id ?? null}::uuid is null or p.site_id = ${query.site_id ?? null}::uuid)
    order by a.raised_at desc, a.id desc limit 150`;
  return rows.map(({ id }) => id);
}

describe.each([{}, { status: 'open' }, { status: 'open,acknowledged' }, { status: 'resolved', severity: 'error' }])(
  'with %j',
  (filter) => {
    test('every way to a page agrees with a plain query, page by page, and none takes a second', async () => {
      const scopes: Scope[] = [everything, only('client', client), only('site', site)];
      for (const scope of scopes)
        for (const place of [{}, { client_id: client }, { site_id: site }]) {
          const ctx = { ...server.ctx, scope };
          const whole = await plainly(AlertQuery.parse({ ...filter, ...place }), scope);
          const pages: string[] = [];
          let cursor: string | undefined;
          do {
            const query = AlertQuery.parse({ ...filter, ...place, limit: 50, cursor });
            expect(await atBest(1000, () => timed(() => asked(ctx, query)))).toBeLessThan(1000);
            const page = await asked(ctx, query);
            pages.push(...page.alerts.map(({ id }) => id));
            cursor = page.next_cursor;
          } while (cursor && pages.length < 150);
          expect(pages).toEqual(whole);
        }
    });
  },
);

test('open alerts are counted quickly, in every scope', async () => {
  for (const scope of [everything, only('client', client), only('site', site)]) {
    const took = await atBest(1000, () => timed(() => openCounts({ ...server.ctx, scope })));
    const counts = JSON.parse(await openCounts({ ...server.ctx, scope }));
    expect(counts.open).toBeLessThanOrEqual(4500);
    if (scope.unscoped) expect(counts).toMatchObject({ open: 4500, suppressed: 0 });
    expect(took).toBeLessThan(1000);
  }
});

test('a text is found in title, message and name of the device', async () => {
  const [some] = await server.db
    .sql`select id, title, message, agent_hostname from alerts where not device_deleted order by random() limit 1`;
  for (const q of [some?.message, some?.agent_hostname.toUpperCase()]) {
    const { alerts } = await asked(server.ctx, AlertQuery.parse({ q, limit: 1000 }));
    expect(alerts.map(({ id }) => id)).toContain(some?.id);
  }
  expect((await asked(server.ctx, AlertQuery.parse({ q: '%' }))).alerts).toEqual([]);
});
