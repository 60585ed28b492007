import { type Script, ScriptCreate, type ScriptUpdate } from '../../schema/scripts.ts';
import { changed } from '../changed.ts';
import { checkChangeable } from '../checks/access.ts';
import type { Ctx } from '../context.ts';
import { contentSha256 } from '../jobs/content.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { conflict, notFound, Problem } from '../problem.ts';
import { spellingOf } from '../script-categories/spelling.ts';
import { scriptChanged } from '../standing-approvals/script-changed.ts';
import { taskChangeable } from '../tasks/access.ts';
import { read } from './read.ts';
import { usedBy } from './used-by.ts';
import { columnsOf, keepVersions, type ScriptForm } from './write.ts';

const formKeys = [
  'name',
  'description',
  'shell',
  'body',
  'category',
  'parameters',
  'systems',
  'timeout_sec',
] as const satisfies (keyof ScriptForm)[];

/** What changes nothing of a run. */
const isLabel: ReadonlySet<keyof ScriptForm> = new Set(['name', 'description', 'category']);

/** Saves what is named, as a new version; nothing when nothing differs. @throws 404, 403 out_of_scope, 409 version_conflict, secret_in_use */
export async function update(ctx: Ctx, id: string, input: ScriptUpdate): Promise<Script> {
  const { expected_version, ...named } = input;
  const category = named.category === undefined ? {} : { category: await spellingOf(ctx, named.category) };
  const current = await lock(ctx, id, expected_version);
  await write(ctx, current, { ...current.form, ...named, ...category });
  return read(ctx, id);
}

/**
 * Brings a version back as a new one. The script stays in its category: where it is filed is not what it does.
 * @throws 404 script_not_found, version_not_found; 403 out_of_scope; 409 version_conflict, secret_in_use
 */
export async function restore(ctx: Ctx, id: string, version: number, expectedVersion?: number): Promise<Script> {
  const current = await lock(ctx, id, expectedVersion);
  const [row] = await ctx.sql<object[]>`
    select name, description, shell, body, parameters, systems, timeout_sec
    from script_versions where script_id = ${id} and version = ${version}`;
  if (!row) throw notFound('version');
  await write(ctx, current, ScriptCreate.parse({ ...row, category: current.form.category }), version);
  return read(ctx, id);
}

/**
 * Tasks and checks keep values for a script's secret parameters, and show those of no other variable less: what is secret
 * stays so while somebody names the script. @throws 409 secret_in_use
 */
async function keepSecrets(ctx: Ctx, id: string, form: ScriptForm, next: ScriptForm): Promise<void> {
  const secrets = ({ parameters }: ScriptForm) =>
    parameters.filter(({ type }) => type === 'secret').map(({ name }) => name);
  const kept = new Set(secrets(next));
  const lost = secrets(form).filter((name) => !kept.has(name));
  if (lost.length === 0) return;
  const { used_by, used_elsewhere } = await usedBy(ctx, id);
  if (used_by.length + used_elsewhere === 0) return;
  const names = lost.join(', ');
  throw conflict(
    'secret_in_use',
    `${names} must stay secret while tasks or checks use the script: they hold values for it.`,
  );
}

/**
 * What names the script waits after a save, or stops: script checks of another company would say nothing any more. So a
 * scoped caller saves what nothing outside of its scope uses. @throws 403 out_of_scope
 */
async function keepToScope(ctx: Ctx, id: string): Promise<void> {
  if (ctx.scope.unscoped) return;
  const [outside] = await ctx.sql`
    select 1 from tasks t where t.script_id = ${id} and not ${taskChangeable(ctx)}
    union all
    select 1 from checks c where ${id} in (c.script_id, c.remediation_script_id) and not ${checkChangeable(ctx)} limit 1`;
  if (outside) throw new Problem(403, 'out_of_scope', 'Tasks or checks outside your access scope use this script.');
}

interface Locked {
  id: string;
  version: number;
  form: ScriptForm;
}

/** The script as it is, held until the transaction ends. */
async function lock(ctx: Ctx, id: string, expectedVersion: number | undefined): Promise<Locked> {
  const [row] = await ctx.sql<{ version: number }[]>`
    select version, name, description, shell, body, category, parameters, systems, timeout_sec
    from scripts where id = ${id} for update`; // who names it now, and keeps a secret of it, waits until this is saved
  if (!row) throw notFound('script');
  const { version, ...form } = row;
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw conflict('version_conflict', 'Somebody saved this script meanwhile.', { version });
  return { id, version, form: ScriptCreate.parse(form) };
}

/** Both went through the schema, so that their keys come in one order. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function write(ctx: Ctx, { id, version, form }: Locked, next: ScriptForm, restoredFrom?: number): Promise<void> {
  const fields = formKeys.filter((key) => !same(form[key], next[key]));
  if (fields.length === 0) return;
  await keepSecrets(ctx, id, form, next);
  const runsOther = fields.some((field) => !isLabel.has(field));
  if (runsOther) await keepToScope(ctx, id);
  const columns = { ...columnsOf(ctx, next), version: version + 1, updated_at: ctx.now() };
  await ctx.sql`update scripts set ${ctx.sql(columns)} where id = ${id}`;
  await keepVersions(ctx, [id], await jobActor(ctx), restoredFrom);
  const { shell, body } = next;
  await ctx.audit(
    'script.update',
    { id, name: next.name },
    {
      ...{ fields, version: version + 1, content_sha256: contentSha256({ shell, script: body }) },
      ...(restoredFrom !== undefined && { restored_from: restoredFrom }),
    },
  );
  if (runsOther) await scriptChanged(ctx, id);
  changed(ctx, 'scripts', [id]);
}
