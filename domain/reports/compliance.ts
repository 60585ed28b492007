import type { z } from 'zod';
import {
  type ComplianceQuery,
  type ComplianceReport,
  complianceRules,
  type PlaceFilter,
} from '../../schema/reports.ts';
import { isAtLeast } from '../agent-version.ts';
import type { Ctx } from '../context.ts';
import { placeJoins } from '../devices/columns.ts';
import { JsonText } from '../json-text.ts';
import { containing, type Fragment } from '../sql.ts';
import { csvName, type TableAnswer } from '../table-answer.ts';
import { placeNames, readPage } from './pages.ts';
import { devicesOf, requirePlace, wordsOf } from './place.ts';

type ComplianceFilter = PlaceFilter & { q?: string; by?: 'client' | 'device' };
type Asked = Pick<Ctx, 'sql' | 'scope'>;

const SEEN_WITHIN_MS = 7 * 86_400_000;

/** What the rules are judged against: read once, so that page and total agree. */
interface Measure {
  /** Null: none is published. */
  agentVersion: string | null;
  current: string[];
  seenSince: Date;
}

/**
 * How far what is known of devices is as it should be: by company, or by device. Each rule counts the same; what is not known
 * of a device is left out of its score. @throws as requirePlace; 400 invalid_cursor
 */
export async function compliance(
  ctx: Ctx,
  query: ComplianceQuery,
): Promise<JsonText<z.output<typeof ComplianceReport>>> {
  await requirePlace(ctx, query);
  const measure = await measureOf(ctx);
  const byDevice = isByDevice(query);
  const { json, total, next } = byDevice
    ? await devicePage(ctx, query, measure)
    : await clientPage(ctx, query, measure);
  const rules = Object.entries(complianceRules).map(([key, description]) => ({ key, description }));
  const extras = { total, ...(next !== undefined && { next_cursor: next }) };
  const head = JSON.stringify({ rules, agent_version: measure.agentVersion, ...extras }).slice(0, -1);
  return new JsonText(`${head},"${byDevice ? 'devices' : 'clients'}":${json}}`);
}

const isByDevice = ({ scope, by }: ComplianceFilter): boolean =>
  (by ?? (scope === undefined ? 'client' : 'device')) === 'device';

/** Which of the versions in use are recent enough is decided by the rule for versions, not by how they sort as text. */
async function measureOf(ctx: Ctx): Promise<Measure> {
  const agentVersion = ctx.settings.publishedAgent()?.version ?? null;
  const used = agentVersion === null ? [] : await ctx.sql<{ version: string }[]>`select distinct version from devices`;
  return {
    agentVersion,
    current: used.map(({ version }) => version).filter((version) => isAtLeast(version, agentVersion ?? '')),
    seenSince: new Date(ctx.now().getTime() - SEEN_WITHIN_MS),
  };
}

const keys = ['agent_current', 'seen', 'no_reboot', 'no_errors', 'patched'] as const;

/** Devices with a column for each rule (null: not known), and how many are known and met. */
function judged(ctx: Asked, filter: ComplianceFilter, { agentVersion, current, seenSince }: Measure): Fragment {
  const { sql } = ctx;
  return sql`
    select j.*, round(100.0 * j.met / j.known)::int as score from (
      select r.*, num_nonnulls(r.agent_current, r.seen, r.no_reboot, r.no_errors, r.patched) as known,
        coalesce(r.agent_current::int, 0) + r.seen::int + r.no_reboot::int + r.no_errors::int + coalesce(r.patched::int, 0) as met
      from (
        select d.id, d.client_id, d.hostname_key,
          ${agentVersion === null ? sql`null::boolean` : sql`d.version = any(${current}::text[])`} as agent_current,
          d.status = 'online' or coalesce(d.last_seen_at >= ${seenSince}, false) as seen,
          not d.needs_reboot as no_reboot, a.agent_id is null as no_errors, k.patched
        from devices d
        left join (
          select distinct agent_id from alerts where status in ('open', 'acknowledged') and severity = 'error'
        ) a on a.agent_id = d.id
        left join (
          select n.device_id, bool_and(n.status = 'ok') as patched
          from checks q join check_instances n on n.check_id = q.id
          where q.type = 'patchage' and q.enabled and n.status <> 'unknown' group by n.device_id
        ) k on k.device_id = d.id
        where ${devicesOf(ctx, filter)}
      ) r
    ) j`;
}

function clientPage(ctx: Ctx, query: ComplianceQuery, measure: Measure) {
  const { sql } = ctx;
  const score = query.sort.endsWith('score');
  return readPage(ctx, {
    // What is looked for is the company's name here.
    hits: sql`
      select coalesce(j.client_id::text, '') as id, j.client_id, c.name as client_name, j.devices, j.compliant, j.score, j.rules,
        (${score ? sql`lpad(j.score::text, 3, '0')` : sql`coalesce(lower(c.name), '')`}) collate "C" as key
      from (${companies(ctx, query, measure)}) j left join clients c on c.id = j.client_id
      where coalesce(lower(c.name), '') like all (array(select lower(p) from unnest(${wordsOf(query.q).map(containing)}::text[]) p))`,
    row: sql`select p.client_id, p.client_name, p.devices, p.compliant, p.score, p.rules`,
    idType: 'text',
    ...query,
  });
}

const companies = (ctx: Asked, { scope, id }: ComplianceFilter, measure: Measure): Fragment => ctx.sql`
  select j.client_id, count(*)::int as devices, (count(*) filter (where j.met = j.known))::int as compliant,
    round(100.0 * sum(j.met) / sum(j.known))::int as score, json_build_object(${counts(ctx)}) as rules
  from (${judged(ctx, { scope, id }, measure)}) j group by j.client_id`;

/** `'seen', {met, known}` and so on, as arguments of json_build_object. */
function counts({ sql }: Asked): Fragment {
  const parts = keys.map(
    (key) =>
      sql`${key}::text, json_build_object('met', count(*) filter (where j.${sql(key)}), 'known', count(j.${sql(key)}))`,
  );
  return parts.reduce((left, right) => sql`${left}, ${right}`);
}

function devicePage(ctx: Ctx, query: ComplianceQuery, measure: Measure) {
  const { sql } = ctx;
  const score = query.sort.endsWith('score');
  const descending = query.sort.startsWith('-') ? '-' : '';
  return readPage(ctx, {
    hits: sql`select j.*, (${score ? sql`lpad(j.score::text, 3, '0')` : sql`j.hostname_key`}) collate "C" as key from (${judged(ctx, query, measure)}) j`,
    row: sql`
      select d.id, d.hostname, ${placeNames(ctx)}, p.score, json_build_object(
        'agent_current', p.agent_current, 'seen', p.seen, 'no_reboot', p.no_reboot, 'no_errors', p.no_errors, 'patched', p.patched) as rules
      from devices d ${placeJoins(ctx)} where d.id = p.id`,
    ...query,
    sort: `${descending}${score ? 'score' : 'name'}`,
  });
}

/** The same as CSV. */
export async function complianceTable(ctx: Ctx, filter: ComplianceFilter): Promise<TableAnswer> {
  await requirePlace(ctx, filter);
  const measure = await measureOf(ctx);
  const fileName = csvName('compliance', ctx.now());
  if (isByDevice(filter))
    return {
      table: true,
      fileName,
      columns: ['id', 'hostname', 'company', 'site', 'department', 'score', ...keys],
      rows: (sql) => sql`
        select d.id, d.hostname, c.name, s.name, g.name, j.score, j.agent_current, j.seen, j.no_reboot, j.no_errors, j.patched
        from (${judged({ ...ctx, sql }, filter, measure)}) j join devices d on d.id = j.id ${placeJoins({ sql })}
        order by d.hostname_key, d.id`,
    };
  return {
    table: true,
    fileName,
    columns: ['company', 'devices', 'compliant', 'score', ...keys.flatMap((key) => [`${key}_met`, `${key}_known`])],
    rows: (sql) => {
      const cells = keys.map((key) => sql`j.rules -> ${key}::text ->> 'met', j.rules -> ${key}::text ->> 'known'`);
      return sql`
        select c.name, j.devices, j.compliant, j.score, ${cells.reduce((left, right) => sql`${left}, ${right}`)}
        from (${companies({ ...ctx, sql }, filter, measure)}) j left join clients c on c.id = j.client_id
        where coalesce(lower(c.name), '') like all (array(select lower(p) from unnest(${wordsOf(filter.q).map(containing)}::text[]) p))
        order by lower(c.name) nulls first`;
    },
  };
}
