import type { JobActor } from '../../schema/jobs.ts';
import type { ScriptCreate } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { riskHints } from '../jobs/risk-hints.ts';

/** What a version of a script holds. */
export type ScriptForm = ScriptCreate;

/** Columns of `scripts` that a save writes. */
export const columnsOf = ({ sql }: Pick<Ctx, 'sql'>, form: ScriptForm) => ({
  name: form.name,
  description: form.description,
  shell: form.shell,
  body: form.body,
  category: form.category,
  parameters: sql.json(form.parameters),
  systems: form.systems,
  timeout_sec: form.timeout_sec,
  risk_hints: sql.json(riskHints(form.shell, form.body)),
});

/** Keeps scripts as they are now, each as one of its versions. */
export async function keepVersions(
  ctx: Pick<Ctx, 'sql' | 'now'>,
  ids: string[],
  by: JobActor,
  restoredFrom: number | null = null,
): Promise<void> {
  await ctx.sql`
    insert into script_versions (script_id, version, name, description, shell, body, category, parameters, systems,
      timeout_sec, changed_by, restored_from, created_at)
    select id, version, name, description, shell, body, category, parameters, systems, timeout_sec,
      ${ctx.sql.json({ ...by })}, ${restoredFrom}, ${ctx.now()}
    from scripts where id = any(${ids}::uuid[])`;
}
