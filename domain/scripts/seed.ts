import { createHash } from 'node:crypto';
import { ScriptCreate } from '../../schema/scripts.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { scriptChanged } from '../standing-approvals/script-changed.ts';
import type { Builtin } from './library/builtin.ts';
import { columnsOf, keepVersions, type ScriptForm } from './write.ts';

export interface Seeded {
  added: number;
  updated: number;
}

interface State {
  key: string;
  form_sha256: string;
  /** Null where somebody deleted it. */
  script_id: string | null;
  version: number | null;
  category: string | null;
  /** Its newest version is Muster's own. */
  untouched: boolean | null;
}

/**
 * Brings the library that comes with Muster to this server, at every start. What is new is added; what changed is saved as
 * a new version, unless somebody edited it; what somebody deleted stays deleted. @param texts by key
 */
export const seedLibrary = (
  ctx: Ctx,
  builtins: readonly Builtin[],
  texts: ReadonlyMap<string, string>,
): Promise<Seeded> =>
  transaction(ctx, async (inside) => {
    await inside.sql`lock table builtin_scripts in share row exclusive mode`; // two servers may start at once
    const known = new Map((await states(inside)).map((state) => [state.key, state]));
    const fresh = builtins
      .map((builtin) => formOf(builtin, texts.get(builtin.key) ?? ''))
      .filter(({ key, sha256 }) => known.get(key)?.form_sha256 !== sha256);
    if (fresh.length === 0) return { added: 0, updated: 0 };
    await keepStates(inside, fresh);
    const added = fresh.filter(({ key }) => !known.has(key));
    await add(inside, added);
    const updated = fresh.flatMap(({ key, form }) => {
      const { script_id: id, version, category, untouched } = known.get(key) ?? {};
      return id && version && untouched
        ? [{ id, version, form: { ...form, category: category ?? form.category } }]
        : [];
    });
    for (const { id, version, form } of updated) await replace(inside, id, version, form);
    return { added: added.length, updated: updated.length };
  });

interface Shipped {
  key: string;
  form: ScriptForm;
  sha256: string;
}

function formOf({ key, ...builtin }: Builtin, body: string): Shipped {
  const form = ScriptCreate.parse({ ...builtin, body });
  return { key, form, sha256: createHash('sha256').update(JSON.stringify(form)).digest('hex') };
}

const states = ({ sql }: Ctx) => sql<State[]>`
  select b.key, b.form_sha256, s.id as script_id, s.version, s.category, v.changed_by ->> 'kind' = 'system' as untouched
  from builtin_scripts b
  left join scripts s on s.builtin_key = b.key
  left join script_versions v on v.script_id = s.id and v.version = s.version`;

async function keepStates(ctx: Ctx, shipped: Shipped[]): Promise<void> {
  const rows = shipped.map(({ key, sha256 }) => ({ key, form_sha256: sha256, updated_at: ctx.now() }));
  await ctx.sql`
    insert into builtin_scripts ${ctx.sql(rows)}
    on conflict (key) do update set form_sha256 = excluded.form_sha256, updated_at = excluded.updated_at`;
}

async function add(ctx: Ctx, shipped: Shipped[]): Promise<void> {
  if (shipped.length === 0) return;
  const rows = shipped.map(({ key, form }) => ({ ...columnsOf(ctx, form), builtin_key: key }));
  const made = await ctx.sql<{ id: string }[]>`insert into scripts ${ctx.sql(rows)} returning id`;
  const by = await jobActor(ctx);
  await keepVersions(
    ctx,
    made.map(({ id }) => id),
    by,
  );
}

/** The script stays where people filed it. */
async function replace(ctx: Ctx, id: string, version: number, form: ScriptForm): Promise<void> {
  const columns = { ...columnsOf(ctx, form), version: version + 1, updated_at: ctx.now() };
  await ctx.sql`update scripts set ${ctx.sql(columns)} where id = ${id}`;
  await keepVersions(ctx, [id], await jobActor(ctx));
  await scriptChanged(ctx, id);
  changed(ctx, 'scripts', [id]);
}
