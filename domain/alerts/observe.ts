import type { AlertSeverity, AlertStatus } from '../../schema/alerts.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { propose } from '../remediation/propose.ts';
import { type Folded, fold } from './fold.ts';
import type { Observation } from './observation.ts';
import { type Covering, coveringWindows } from './suppressions/covering.ts';
import { type Tellable, tell } from './tell.ts';
import { type Entry, record } from './timeline.ts';
import { nextStatus, statusAfter } from './transitions.ts';

export { clearConditions } from './clear.ts';

/**
 * Records readings that mean that something is wrong: raises the alert of each condition, reopens it after it was resolved,
 * or counts a repeat. Joins the caller's transaction; the number of statements does not grow with the number of
 * observations. An observation of a device that is gone is dropped. A repeat of the last key adds nothing, and neither
 * does what came before it in a batch that is sent again. What a check names as its remedy is proposed or run when its alert
 * is raised or reopened, unless there is maintenance: then when that ends (suppressions/sweep.ts).
 */
export const observe = (ctx: Ctx, observations: Observation[]): Promise<void> =>
  transaction(ctx, async (inside) => {
    const conditions = fold(observations);
    if (conditions.length === 0) return;
    const devices = await holdDevices(inside, conditions);
    const covering = await coveringWindows(inside, [...devices.values()]);
    const rows = conditions.flatMap((condition) => {
      const device = devices.get(condition.agentId);
      return device ? [toRow(condition, device, covering.get(device.id))] : [];
    });
    if (rows.length === 0) return;
    const outcomes = await write(inside, rows);
    await follow(inside, outcomes);
    await propose(
      inside,
      outcomes.flatMap(({ id, check_id, agent_id, was_status }) =>
        check_id && (was_status === null || was_status === 'resolved') && covering.get(agent_id)?.kind !== 'maintenance'
          ? [{ alertId: id, checkId: check_id, agentId: agent_id }]
          : [],
      ),
    );
  });

export interface Placed {
  id: string;
  hostname: string;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
}

/** Holds the devices against their deletion, which takes care of the alerts that are there by then. */
async function holdDevices({ sql }: Ctx, conditions: Folded[]): Promise<Map<string, Placed>> {
  const ids = [...new Set(conditions.map(({ agentId }) => agentId))];
  const devices = await sql<Placed[]>`
    select d.id, d.hostname, d.client_id, d.site_id, d.group_id from devices d
    where d.id = any(${ids}::uuid[]) order by d.id for key share`;
  return new Map(devices.map((device) => [device.id, device]));
}

const toRow = (condition: Folded, device: Placed, window: Covering | undefined) => ({
  condition_key: condition.conditionKey,
  kind: condition.kind,
  source_id: condition.sourceId,
  agent_id: device.id,
  agent_hostname: device.hostname,
  client_id: device.client_id,
  site_id: device.site_id,
  group_id: device.group_id,
  title: condition.title,
  message: condition.message,
  severity: condition.severity,
  observed_value: condition.observedValue,
  threshold_value: condition.thresholdValue,
  first_at: condition.firstAt.toISOString(),
  last_at: condition.lastAt.toISOString(),
  keys: condition.keys,
  last_key: condition.keys.at(-1) ?? null,
  suppressed_until: window?.until.toISOString() ?? null,
  suppression_id: window?.id ?? null,
  suppression_kind: window?.kind ?? null,
});

interface Outcome extends Tellable {
  check_id: string | null;
  was_status: AlertStatus | null;
  was_severity: AlertSeverity | null;
  was_told: AlertSeverity | null;
  was_repeats: number | null;
  was_quiet: boolean;
  status: AlertStatus;
  told_severity: AlertSeverity | null;
  suppression_id: string | null;
  suppression_kind: string | null;
  suppressed_until: string | null;
  quiet: boolean;
  count: number;
  repeats: number;
}

/**
 * One upsert. The rows are locked first, in one order for all, so that `known` and the conflict speak of the same version
 * of each, and two batches do not wait for each other. What a reopening sets anew is set where the row was resolved.
 */
function write(ctx: Ctx, rows: ReturnType<typeof toRow>[]): Promise<Outcome[]> {
  const { sql } = ctx;
  const now = ctx.now();
  const was = sql`a.status`;
  const reopens = sql`${was} = 'resolved'`;
  const worse = sql`(a.severity = 'warning' and excluded.severity = 'error')`;
  const until = sql`greatest(a.suppressed_until, excluded.suppressed_until)`;
  const status = sql`case when ${reopens} then ${nextStatus('resolved', 'reopen') ?? null}
    when ${worse} then ${statusAfter(sql, 'worsen', was)} else ${statusAfter(sql, 'repeat', was)} end`;
  const wakes = sql`(${reopens} or (${was} = 'acknowledged' and ${worse}))`;
  const noteDue = sql`(${reopens} or a.repeats_noted_at <= ${now}::timestamptz - interval '1 hour')`;
  return sql<Outcome[]>`
    with o as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as o (condition_key text, kind text, source_id text, agent_id uuid,
        agent_hostname text, client_id uuid, site_id uuid, group_id uuid, title text, message text, severity text,
        observed_value float8, threshold_value float8, first_at timestamptz, last_at timestamptz, keys text[], last_key text,
        suppressed_until timestamptz, suppression_id uuid, suppression_kind text)
    ), known as materialized (
      select a.condition_key, a.last_observation_key from alerts a
      where a.condition_key = any(array(select condition_key from o)) order by a.condition_key for update
    ), fresh as materialized (
      select o.*, cardinality(o.keys)
        - case when k.last_observation_key is null then 0 else coalesce(array_position(o.keys, k.last_observation_key), 0) end as count
      from o left join known k using (condition_key)
    )
    insert into alerts as a (condition_key, kind, source_id, agent_id, agent_hostname, client_id, site_id, group_id, title,
      message, severity, status, occurrences, observed_value, threshold_value, first_seen_at, last_seen_at, raised_at,
      suppressed_until, suppression_id, suppression_kind, told_severity, last_observation_key, repeats_noted_at, updated_at)
    select condition_key, kind, source_id, agent_id, agent_hostname, client_id, site_id, group_id, title,
      message, severity, ${nextStatus(null, 'raise') ?? null}, count, observed_value, threshold_value, first_at, last_at, ${now},
      suppressed_until, suppression_id, suppression_kind, case when suppressed_until is null then severity end, last_key, ${now}, ${now}
    from fresh where count > 0 order by condition_key
    on conflict (condition_key) do update set
      status = ${status},
      version = a.version + case when ${reopens} or ${worse} then 1 else 0 end,
      severity = excluded.severity, title = excluded.title, message = excluded.message,
      observed_value = excluded.observed_value, threshold_value = excluded.threshold_value,
      occurrences = a.occurrences + excluded.occurrences,
      last_seen_at = greatest(a.last_seen_at, excluded.last_seen_at),
      last_observation_key = excluded.last_observation_key,
      agent_hostname = excluded.agent_hostname, client_id = excluded.client_id, site_id = excluded.site_id, group_id = excluded.group_id,
      raised_at = case when ${reopens} then ${now} else a.raised_at end,
      reopened_from = case when ${reopens} then jsonb_build_object('resolved_at', rfc3339(a.resolved_at), 'resolved_by', a.resolved_by)
        else a.reopened_from end,
      acknowledged_at = case when ${wakes} then null else a.acknowledged_at end,
      acknowledged_by = case when ${wakes} then null else a.acknowledged_by end,
      resolved_at = null, resolved_by = null, resolution = null,
      suppressed_until = case when ${reopens} and ${until} <= ${now} then null else ${until} end,
      suppression_id = case when excluded.suppressed_until >= coalesce(a.suppressed_until, '-infinity') then excluded.suppression_id else a.suppression_id end,
      suppression_kind = case when excluded.suppressed_until >= coalesce(a.suppressed_until, '-infinity') then excluded.suppression_kind else a.suppression_kind end,
      told_severity = case
        when coalesce(${until} > ${now}, false) then case when ${reopens} then null else a.told_severity end
        when ${status} <> 'open' then a.told_severity
        when ${reopens} or a.told_severity is null or (a.told_severity = 'warning' and excluded.severity = 'error') then excluded.severity
        else a.told_severity end,
      repeats = case when ${noteDue} then 0 else a.repeats + excluded.occurrences end,
      repeats_noted_at = case when ${noteDue} then ${now} else a.repeats_noted_at end,
      updated_at = ${now}
    returning a.id, a.agent_id, a.title, a.message, a.severity, a.status, a.observed_value, a.threshold_value, a.occurrences,
      a.told_severity, a.suppression_id, a.suppression_kind, rfc3339(a.suppressed_until) as suppressed_until,
      coalesce(a.suppressed_until > ${now}, false) as quiet, coalesce(old.suppressed_until > ${now}, false) as was_quiet,
      case when a.kind = 'check' then a.source_id end as check_id,
      old.status as was_status, old.severity as was_severity, old.told_severity as was_told, old.repeats as was_repeats,
      a.occurrences - coalesce(old.occurrences, 0) as count, a.repeats`;
}

/** The timelines, and whoever is to be told. */
async function follow(ctx: Ctx, outcomes: Outcome[]): Promise<void> {
  await record(ctx, outcomes.flatMap(entriesOf));
  await tell(
    ctx,
    outcomes.flatMap((alert) =>
      alert.told_severity !== null && (alert.told_severity !== alert.was_told || alert.was_status === 'resolved')
        ? [{ event: alert.was_status === 'resolved' ? 'alert.reopened' : 'alert.raised', alert }]
        : [],
    ),
  );
  // A mere repeat changes no list; with hundreds of them a minute every console would do nothing but read again.
  const seen = outcomes.filter((alert) => entriesOf(alert).length > 0);
  changed(
    ctx,
    'alerts',
    seen.map(({ id }) => id),
  );
}

/** What happened to one alert, in the order of its timeline. A repeat is told at most once an hour, with the count since. */
function entriesOf(alert: Outcome): Entry[] {
  const { id: alertId, severity, was_status, was_severity, observed_value, threshold_value } = alert;
  const entries: Entry[] = [];
  const values = { severity, observed_value, threshold_value };
  if (was_status === null) entries.push({ alertId, kind: 'raised', details: values });
  else if (was_status === 'resolved') entries.push({ alertId, kind: 'reopened', details: values });
  else if (was_severity !== severity)
    entries.push({
      alertId,
      kind: 'severity_changed',
      details: { ...values, from: was_severity, acknowledgement_ended: was_status !== alert.status },
    });
  else if (alert.repeats === 0)
    entries.push({ alertId, kind: 'repeated', details: { ...values, count: (alert.was_repeats ?? 0) + alert.count } });
  if (alert.quiet && (!alert.was_quiet || was_status === null || was_status === 'resolved'))
    entries.push({
      alertId,
      kind: 'suppressed',
      details: { until: alert.suppressed_until, kind: alert.suppression_kind, suppression_id: alert.suppression_id },
    });
  return entries;
}
