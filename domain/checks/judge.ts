import type { z } from 'zod';
import { CheckCreate, type CheckUpdate } from '../../schema/checks.ts';
import { issueWords } from '../../schema/issue-words.ts';
import type { Ctx } from '../context.ts';
import { notFound, Problem } from '../problem.ts';

/** A saved check as CheckCreate takes it. */
export type StoredCheck = z.input<typeof CheckCreate>;

export async function readStored({ sql }: Ctx, id: string): Promise<StoredCheck> {
  const [row] = await sql<StoredCheck[]>`
    select type, name, config, warn_threshold, err_threshold, interval_sec, agent_id, policy_id, failure_count, recovery_count,
      hysteresis, cooldown_sec, timeout_sec, enabled, remediation
    from checks where id = ${id}`;
  if (!row) throw notFound('check');
  return row;
}

/**
 * What the check is after a change: what is not named stays, and the whole is judged as if it were new.
 * @throws 400 invalid_input for what does not fit together, and for another type or owner; 400 secret_required
 */
export function merge(before: StoredCheck, update: CheckUpdate): CheckCreate {
  for (const fixed of ['type', 'agent_id', 'policy_id'] as const)
    if (update[fixed] !== undefined && update[fixed] !== before[fixed])
      throw refused([{ path: fixed, message: 'never changes; delete this check and make another' }]);
  const config = update.config && withSecrets('config', update.config, before.config);
  const remediation = update.remediation && withSecrets('remediation', update.remediation, before.remediation);
  const merged = { ...before, ...update, ...(config && { config }), ...(remediation && { remediation }) };
  const result = CheckCreate.safeParse(merged, { error: issueWords });
  if (result.success) return result.data;
  throw refused(result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
}

const ISSUES_MAX = 20;

function refused(issues: { path: string; message: string }[]): Problem {
  const [first] = issues;
  const sentence = `The body is not valid: ${first?.path ?? ''}: ${first?.message ?? ''}.`;
  return new Problem(400, 'invalid_input', sentence, { issues: issues.slice(0, ISSUES_MAX) });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts saved values where the caller sent null for them, having been shown none. Only for the script they were given to:
 * another one could show them (CONTRACT.md, Access: a secret can't be pointed elsewhere).
 */
function withSecrets(
  path: 'config' | 'remediation',
  program: Record<string, unknown>,
  before: unknown,
): Record<string, unknown> {
  if (!isRecord(program.env)) return program;
  const kept = isRecord(before) && before.script_id === program.script_id && isRecord(before.env) ? before.env : {};
  const env = Object.entries(program.env).map(([name, value]) => {
    if (value !== null) return [name, value];
    if (!Object.hasOwn(kept, name)) throw secretRequired(`${path}.env.${name.slice(0, 100)}`);
    return [name, kept[name]];
  });
  return { ...program, env: Object.fromEntries(env) };
}

const secretRequired = (path: string): Problem => {
  const message = 'no value is kept for this; send it';
  return new Problem(400, 'secret_required', `${path}: ${message}.`, { issues: [{ path, message }] });
};

/** The fields that differ, by name. */
export function changedFields(before: StoredCheck, after: CheckCreate): string[] {
  const was = CheckCreate.safeParse(before).data ?? before;
  return Object.entries(after)
    .filter(([field, value]) => canonical(value) !== canonical(Object.entries(was).find(([key]) => key === field)?.[1]))
    .map(([field]) => field);
}

/** JSON without regard to the order of keys, which jsonb does not keep. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)) : inner,
  );
}
