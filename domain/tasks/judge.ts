import type { z } from 'zod';
import { issueWords } from '../../schema/issue-words.ts';
import { Schedule, TaskCreate, type TaskUpdate } from '../../schema/tasks.ts';
import type { Ctx } from '../context.ts';
import { notFound, Problem } from '../problem.ts';

/** A saved task as TaskCreate takes it, and the names of the secrets in its `env`. */
export type StoredTask = z.input<typeof TaskCreate> & { env: Record<string, string>; secrets: string[] };

export async function readStored({ sql }: Ctx, id: string): Promise<StoredTask> {
  const [row] = await sql<StoredTask[]>`
    select t.name, t.description, script_id, t.shell, script, args, env, t.timeout_sec, schedule_kind, interval_sec, run_at_minute,
      days_of_week, run_at_minutes, rfc3339(run_at) as run_at, timezone, run_missed, enabled, agent_id, policy_id,
      array(select q ->> 'name' from jsonb_array_elements(l.parameters) q where q ->> 'type' = 'secret') as secrets
    from tasks t left join scripts l on l.id = t.script_id where t.id = ${id}`;
  if (!row) throw notFound('task');
  return row;
}

const NO_SCHEDULE = { interval_sec: null, run_at_minute: null, days_of_week: null, run_at_minutes: null, run_at: null };

/**
 * What the task is after a change: what is not named stays, and the whole is judged as if it were new.
 * @throws 400 invalid_input for what does not fit together, and for another owner; 400 secret_required
 */
export function merge(before: StoredTask, update: TaskUpdate): TaskCreate {
  for (const fixed of ['agent_id', 'policy_id'] as const)
    if (update[fixed] !== undefined && update[fixed] !== before[fixed])
      throw refused([{ path: fixed, message: 'never changes; delete this task and make another' }]);
  const ownText = (update.shell ?? update.script ?? null) !== null;
  const program = update.script_id ? { shell: null, script: null } : ownText ? { script_id: null } : {};
  const schedule = update.schedule_kind && update.schedule_kind !== before.schedule_kind ? NO_SCHEDULE : {};
  const env = update.env ? withSecrets(update, before) : keptEnv(update, before);
  const { secrets: _, ...stored } = before;
  const result = TaskCreate.safeParse({ ...stored, ...program, ...schedule, ...update, env }, { error: issueWords });
  if (result.success) return result.data;
  throw refused(result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
}

const ISSUES_MAX = 20;

function refused(issues: { path: string; message: string }[]): Problem {
  const [first] = issues;
  const sentence = `The body is not valid: ${first?.path ?? ''}: ${first?.message ?? ''}.`;
  return new Problem(400, 'invalid_input', sentence, { issues: issues.slice(0, ISSUES_MAX) });
}

/**
 * Puts saved values where the caller sent null for them, having been shown none. Only for the script they were given to:
 * another one could show them (CONTRACT.md, Access: a secret can't be pointed elsewhere).
 */
function withSecrets(update: TaskUpdate, before: StoredTask): Record<string, string> {
  const same = runsTheSame(update, before);
  const env = Object.entries(update.env ?? {}).map(([name, value]): [string, string] => {
    const kept = same && Object.hasOwn(before.env, name) ? before.env[name] : undefined;
    if (value === null && kept === undefined) throw secretRequired(`env.${name}`);
    return [name, value ?? kept ?? ''];
  });
  return Object.fromEntries(env);
}

/** Variables that nobody named stay, but for secrets when another script runs: it would show them, or print them. */
function keptEnv(update: TaskUpdate, before: StoredTask): Record<string, string> {
  if (runsTheSame(update, before)) return before.env;
  return Object.fromEntries(Object.entries(before.env).filter(([name]) => !before.secrets.includes(name)));
}

function runsTheSame({ script_id, script }: TaskUpdate, before: StoredTask): boolean {
  const named = script_id === undefined ? before.script_id : script_id;
  return (named ?? null) === (before.script_id ?? null) && (script ?? null) === null;
}

const secretRequired = (path: string): Problem => {
  const message = 'no value is kept for this; send it';
  return new Problem(400, 'secret_required', `${path}: ${message}.`, { issues: [{ path, message }] });
};

/** The fields that differ, by name. */
export function changedFields(before: StoredTask, after: TaskCreate): string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => canonical(value) !== canonical(was.get(field)))
    .map(([field]) => field);
}

/** JSON without regard to the order of keys, which jsonb does not keep; a time in one spelling. */
function canonical(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1))
      : inner,
  );
}

/**
 * Whether a change names everything that an approval covers, so that whoever saves it knows it all
 * (standing-approvals/keep.ts). What a task holds besides counts as known only where it holds nothing. A secret that is
 * sent back as null is not known.
 */
export function statesAll(update: TaskUpdate, after: TaskCreate): boolean {
  const program = update.script_id || (update.shell && update.script);
  const given = update.args !== undefined || after.args.length === 0;
  const variables = update.env
    ? Object.values(update.env).every((value) => value !== null)
    : Object.keys(after.env).length === 0;
  const limits = update.timeout_sec !== undefined && (update.run_missed !== undefined || after.run_missed);
  return Boolean(program) && given && variables && limits && Schedule.safeParse(update).success;
}
