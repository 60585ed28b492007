/**
 * What tasks, script checks and remediations would run, read from their own rows: saving, editing a library script and
 * approving all judge the same form, and none takes a caller's word for it.
 */
import { z } from 'zod';
import { Shell } from '../../schema/shell.ts';
import type { Ctx } from '../context.ts';
import { contentSha256, type JobContent } from '../jobs/content.ts';
import { Problem } from '../problem.ts';
import { type Resolved, resolvePrograms } from '../scripts/resolve.ts';
import type { Fragment } from '../sql.ts';
import { formSha256, type SubjectKind } from './form.ts';

/** Bounds are those of the schema that let it in; a check's time limit may be shorter than a job's. */
const StoredProgram = z.object({
  script_id: z.string().optional(),
  shell: Shell.optional(),
  script: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  timeout_sec: z.number(),
});

type Schedule = Record<string, string | number | boolean | number[]>;

interface Row {
  kind: SubjectKind;
  id: string;
  name: string;
  agent_id: string | null;
  policy_id: string | null;
  program: unknown;
  schedule: Schedule;
}

export interface Subject {
  kind: SubjectKind;
  id: string;
  name: string;
  /** Exactly one of both. */
  agentId: string | null;
  policyId: string | null;
  schedule: Schedule;
  timeoutSec: number;
  scriptId: string | null;
  /** What would run now; or why nothing can. */
  runs: Form | Problem;
}

/** What a subject would run, and what names it. */
export interface Form {
  content: JobContent;
  resolved: Resolved;
  contentSha256: string;
  formSha256: string;
}

/** The task's schedule as an approval covers it: when it runs, and whether late. */
const taskSchedule = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  jsonb_strip_nulls(jsonb_build_object('schedule_kind', t.schedule_kind, 'interval_sec', t.interval_sec,
    'run_at_minute', t.run_at_minute, 'days_of_week', to_jsonb(t.days_of_week), 'run_at_minutes', to_jsonb(t.run_at_minutes),
    'run_at', rfc3339(t.run_at), 'timezone', t.timezone, 'run_missed', t.run_missed))`;

/** Everything that runs a script without somebody at hand. Columns: kind, id, name, agent_id, policy_id, script_id, program, schedule. */
export const subjectRows = (ctx: Pick<Ctx, 'sql'>): Fragment => ctx.sql`(
  select 'task' as kind, t.id, t.name, t.agent_id, t.policy_id, t.script_id, ${taskSchedule(ctx)} as schedule,
    jsonb_strip_nulls(jsonb_build_object('script_id', t.script_id, 'shell', t.shell, 'script', t.script,
      'args', to_jsonb(t.args), 'env', t.env, 'timeout_sec', t.timeout_sec)) as program
  from tasks t
  union all
  select 'check', c.id, c.name, c.agent_id, c.policy_id, c.script_id, jsonb_build_object('interval_sec', c.interval_sec),
    jsonb_strip_nulls(c.config || jsonb_build_object('timeout_sec', c.timeout_sec))
  from checks c where c.type = 'script'
  union all
  select 'remediation', c.id, c.name, c.agent_id, c.policy_id, c.remediation_script_id,
    jsonb_build_object('max_per_hour', c.remediation -> 'max_per_hour'), jsonb_strip_nulls(c.remediation)
  from checks c where jsonb_typeof(c.remediation) = 'object'
)`;

/** The subjects that the condition on `s` names, in the order of their ids, each with what it would run now. */
export async function readSubjects(ctx: Ctx, where: Fragment): Promise<Subject[]> {
  const rows = await ctx.sql<Row[]>`
    select s.kind, s.id, s.name, s.agent_id, s.policy_id, s.program, s.schedule from ${subjectRows(ctx)} s
    where ${where} order by s.kind, s.id`;
  const programs = rows.map(({ program }) => StoredProgram.parse(program));
  const resolved = await resolvePrograms(ctx, programs);
  return rows.map(({ kind, id, name, agent_id, policy_id, schedule }, at) => ({
    ...{ kind, id, name, schedule, agentId: agent_id, policyId: policy_id },
    timeoutSec: programs[at]?.timeout_sec ?? 0,
    scriptId: programs[at]?.script_id ?? null,
    runs: formed(kind, schedule, programs[at]?.timeout_sec ?? 0, resolved[at]),
  }));
}

/** One of them; undefined for what is not there or runs no script. */
export async function readSubject(ctx: Ctx, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  const [subject] = await readSubjects(ctx, ctx.sql`s.kind = ${kind} and s.id = ${id}::uuid`);
  return subject;
}

function formed(
  kind: SubjectKind,
  schedule: Schedule,
  timeoutSec: number,
  resolved: Resolved | Problem | undefined,
): Subject['runs'] {
  if (!resolved) throw new Error('each program is resolved, or says why not');
  if (resolved instanceof Problem) return resolved;
  const { shell, script, args, env, secrets, systems } = resolved;
  const content = { shell, script, args, env, secrets };
  const sha256 = contentSha256(content);
  return {
    ...{ content, resolved, contentSha256: sha256 },
    formSha256: formSha256({ kind, contentSha256: sha256, schedule, timeoutSec, systems }),
  };
}
