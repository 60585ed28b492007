import type { JobActor } from '../../schema/jobs.ts';
import type { ScriptCreate } from '../../schema/scripts.ts';
import type { Ctx } from '../context.ts';
import { riskHints } from '../jobs/risk-hints.ts';

/** What a version of a script holds. */
export type ScriptForm = ScriptCreate;

export interface SavedVersion {
  id: string;
  version: number;
  by: JobActor;
  restoredFrom?: number;
}

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

/** Keeps the script as it is now, as one of its versions. */
export async function keepVersion(ctx: Pick<Ctx, 'sql' | 'now'>, saved: SavedVersion): Promise<void> {
  await ctx.sql`
    insert into script_versions (script_id, version, name, description, shell, body, category, parameters, systems,
      timeout_sec, changed_by, restored_from, created_at)
    select id, version, name, description, shell, body, category, parameters, systems, timeout_sec,
      ${ctx.sql.json({ ...saved.by })}, ${saved.restoredFrom ?? null}, ${ctx.now()}
    from scripts where id = ${saved.id}`;
}
