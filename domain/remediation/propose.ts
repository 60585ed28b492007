import { systemActor } from '../actor.ts';
import { noteRemediation, type RemediationNote } from '../alerts/note-remediation.ts';
import { actingAs, type Ctx } from '../context.ts';
import { isAble } from '../jobs/able.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { openStates } from '../jobs/transitions.ts';
import { Problem } from '../problem.ts';
import { everything } from '../scope.ts';
import { runStanding } from '../standing-approvals/run.ts';
import { type Form, readSubjects, type Subject } from '../standing-approvals/subjects.ts';

/** An alert of a check that has just been raised or reopened. */
export interface Raised {
  alertId: string;
  checkId: string;
  agentId: string;
}

const HOUR_MS = 3_600_000;

/**
 * Runs the remediation that a check names when its alert is raised: at once where a standing approval covers the device now
 * and max_per_hour is not reached for this check and device; otherwise it is proposed. While an earlier one is open on
 * the device none is added, so that there is at most one open proposal for each. Joins the transaction that raises, which
 * holds the alert; the timeline says what became of it. Checks without a remediation cost one query for all.
 */
export async function propose(ctx: Ctx, raised: readonly Raised[]): Promise<void> {
  if (raised.length === 0) return;
  const ids = [...new Set(raised.map(({ checkId }) => checkId))];
  const subjects = await readSubjects(ctx, ctx.sql`s.kind = 'remediation' and s.id = any(${ids}::uuid[])`);
  const notes: RemediationNote[] = [];
  for (const subject of subjects) {
    const own = raised.filter(({ checkId }) => checkId === subject.id);
    notes.push(...(await proposeOne(ctx, subject, own)));
  }
  if (notes.length > 0) await noteRemediation(ctx, notes);
}

async function proposeOne(ctx: Ctx, subject: Subject, raised: Raised[]): Promise<RemediationNote[]> {
  const { runs } = subject;
  if (runs instanceof Problem)
    return raised.map(({ alertId }) => ({ alertId, outcome: 'skipped', jobId: null, reason: 'invalid' }));
  const states = await readDevices(ctx, subject, raised);
  const notes: RemediationNote[] = [];
  const skip = (alertId: string, reason: RemediationNote['reason']) =>
    notes.push({ alertId, outcome: 'skipped', jobId: null, reason });
  const due: { alertId: string; agentId: string; limited: boolean }[] = [];
  for (const { alertId, agentId } of raised) {
    const device = states.get(agentId);
    if (!device || !isAble(runs.content, device, runs.resolved.systems)) skip(alertId, 'unable');
    else if (device.open || due.some((one) => one.agentId === agentId)) skip(alertId, 'open');
    else due.push({ alertId, agentId, limited: device.lately >= Number(subject.schedule.max_per_hour) });
  }
  for (const limited of [false, true]) {
    const some = due.filter((one) => one.limited === limited);
    if (some.length > 0) notes.push(...(await run(ctx, subject, runs, some, limited)));
  }
  return notes;
}

interface DeviceState {
  id: string;
  version: string;
  os_family: string;
  /** A job of this remediation has not ended. */
  open: boolean;
  /** How many went out without a wait within the hour. */
  lately: number;
}

async function readDevices({ sql, now }: Ctx, subject: Subject, raised: Raised[]): Promise<Map<string, DeviceState>> {
  const since = new Date(now().getTime() - HOUR_MS);
  const rows = await sql<DeviceState[]>`
    select d.id, d.version, d.os_family,
      exists (
        select from jobs r where r.check_id = ${subject.id} and r.agent_id = d.id and ${openStates(sql, sql`r.status`)}) as open,
      (select count(*)::int from jobs r
        where r.check_id = ${subject.id} and r.agent_id = d.id and r.created_at > ${since}
          and r.standing_approval_id is not null) as lately
    from devices d where d.id = any(${raised.map(({ agentId }) => agentId)}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

async function run(
  ctx: Ctx,
  subject: Subject,
  form: Form,
  due: { alertId: string; agentId: string }[],
  limited: boolean,
): Promise<RemediationNote[]> {
  const acting = actingAs(ctx, systemActor(subject.name), everything);
  const alertIds = new Map(due.map(({ agentId, alertId }) => [agentId, alertId]));
  await runStanding(acting, {
    ...{ subject, form, deviceIds: [...alertIds.keys()], source: 'remediation', mayDispatch: !limited },
    cause: { check_id: subject.id, alert_ids: alertIds },
    proposedBy: await jobActor(acting),
  });
  const made = await ctx.sql<{ id: string; alert_id: string; dispatched: boolean }[]>`
    select r.id, r.alert_id, r.standing_approval_id is not null as dispatched from jobs r
    where r.check_id = ${subject.id} and r.agent_id = any(${[...alertIds.keys()]}::uuid[])
      and r.alert_id = any(${[...alertIds.values()]}::uuid[]) and ${openStates(ctx.sql, ctx.sql`r.status`)}`;
  return made.map(({ id, alert_id, dispatched }) => ({
    alertId: alert_id,
    outcome: dispatched ? 'dispatched' : 'proposed',
    jobId: id,
    reason: dispatched ? null : limited ? 'hourly_limit' : 'not_covered',
  }));
}
