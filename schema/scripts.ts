/** The script library: scripts with parameters, their versions and categories. SPEC.md, Scripts and categories. */
import { z } from 'zod';
import { Cursor, Id, Limit, Name, Timestamp, text } from './common.ts';
import { JobActor, RiskHint, Script as ScriptText, TimeoutSec } from './jobs.ts';
import { Shell } from './shell.ts';

/** Positional arguments of a run. */
export const Args = z.array(text(4096)).max(64);

/** POSIX.1-2017, 8.1: upper-case letters, digits and underscores, not beginning with a digit. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/** What would change how the interpreter itself starts, rather than what the script does; and what is Muster's own. */
const RESERVED =
  /^(RMM_|LD_|DYLD_|PATH$|IFS$|BASH_ENV$|ENV$|SHELLOPTS$|PYTHON(PATH|HOME|STARTUP)$|PSModulePath$|COMSPEC$)/i;
export const VariableName = z
  .string()
  .regex(VARIABLE, 'must be letters, digits and underscores, and begin with no digit')
  .refine((name) => !RESERVED.test(name), 'is reserved');
/** Environment of a run, beside the machine's own. */
export const Env = z
  .record(VariableName, text(32_768))
  .refine((env) => Object.keys(env).length <= 64, 'must hold at most 64 variables');

/** A script reads its parameters as environment variables of the same name. */
export const ScriptParameter = z.strictObject({
  name: VariableName,
  type: z.enum(['text', 'number', 'boolean', 'choice', 'secret']),
  description: text(500).default(''),
  required: z.boolean().default(false),
  /** As it is written into the environment: `true` or `false` for a boolean. */
  default: text(4096).nullable().default(null),
  /** Of a choice. */
  choices: z.array(text(200, 1)).max(50).default([]),
});
export type ScriptParameter = z.infer<typeof ScriptParameter>;

/** Free name; empty: uncategorized. */
export const Category = text(100).trim();
export const System = z.enum(['linux', 'windows', 'darwin']);

const fields = {
  name: Name,
  description: text(2000).trim().default(''),
  shell: Shell,
  body: ScriptText,
  category: Category.default(''),
  parameters: z
    .array(ScriptParameter)
    .max(50)
    .refine(
      (all) => new Set(all.map(({ name }) => name.toUpperCase())).size === all.length,
      'must have different names',
    )
    .default([]),
  systems: z.array(System).max(3).default([]),
  timeout_sec: TimeoutSec,
};
export const ScriptCreate = z.strictObject(fields);
export type ScriptCreate = z.infer<typeof ScriptCreate>;
/** A save of the whole script; with `expected_version` it is refused when somebody else saved meanwhile. */
export const ScriptUpdate = z.strictObject({ ...fields, expected_version: z.number().int().optional() });
export type ScriptUpdate = z.infer<typeof ScriptUpdate>;

export const ScriptSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  shell: Shell,
  category: z.string(),
  parameters: z.array(ScriptParameter),
  systems: z.array(System),
  timeout_sec: z.number().int(),
  builtin: z.boolean(),
  version: z.number().int(),
  risk_hints: z.array(RiskHint),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const Script = ScriptSummary.extend({
  body: z.string(),
  /** Tasks and checks that name it. */
  used_by: z.array(z.object({ kind: z.enum(['task', 'check', 'remediation']), id: Id, name: z.string() })),
}).meta({ id: 'Script' });
export type Script = z.infer<typeof Script>;
export const ScriptQuery = z.strictObject({
  q: text(200).optional(),
  category: Category.optional(),
  shell: Shell.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});

export const ScriptVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  shell: Shell,
  body: z.string(),
  category: z.string(),
  description: z.string(),
  parameters: z.array(ScriptParameter),
  systems: z.array(System),
  timeout_sec: z.number().int(),
  changed_by: JobActor,
  restored_from: z.number().int().nullable(),
  created_at: Timestamp,
});

export const CategoryCount = z.object({ name: z.string(), count: z.number().int() });
export const CategoryName = z.strictObject({ name: text(100).trim().min(1) });

/**
 * What runs: one of the library, or a text of its own; with arguments and environment. Values of parameters are in `env`.
 * Shared by tasks, script checks and remediations; domain/scripts/resolve.ts makes it what an approval covers.
 */
export const programFields = {
  script_id: Id.optional(),
  shell: Shell.optional(),
  script: ScriptText.optional(),
  args: Args.default([]),
  env: Env.default({}),
  timeout_sec: TimeoutSec,
};
type OneProgram = { script_id?: string | undefined; shell?: Shell | undefined; script?: string | undefined };
export const oneProgram = {
  holds: ({ script_id, shell, script }: OneProgram) =>
    script_id === undefined ? shell !== undefined && script !== undefined : shell === undefined && script === undefined,
  message: 'needs either script_id, or shell and script',
};
export const Program = z.strictObject(programFields).refine(oneProgram.holds, oneProgram.message);
export type Program = z.infer<typeof Program>;
