/** The script library: scripts with parameters, their versions and categories. SPEC.md, Scripts and categories. */
import { z } from 'zod';
import { Cursor, Id, Limit, Name, Timestamp, text } from './common.ts';
import { JobActor, RiskHint, Script as ScriptText, TimeoutSec } from './jobs.ts';
import { Shell } from './shell.ts';
import { Args, Env, VariableName } from './variables.ts';

export { Args, Env, VariableName };

/** A decimal number as every interpreter reads it. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
export const parameterTypes = ['text', 'number', 'boolean', 'choice', 'secret'] as const;

/** Why a value does not fit a parameter's type; null when it does. */
export function misfit({ type, choices }: Pick<ScriptParameter, 'type' | 'choices'>, value: string): string | null {
  if (type === 'number' && !NUMBER.test(value)) return 'must be a number';
  if (type === 'boolean' && value !== 'true' && value !== 'false') return 'must be true or false';
  if (type === 'choice' && !choices.includes(value)) return `must be one of ${choices.join(', ')}`;
  return null;
}

const ParameterFields = z.strictObject({
  name: VariableName,
  type: z.enum(parameterTypes),
  description: text(500).default(''),
  required: z.boolean().default(false),
  /** As it is written into the environment: `true` or `false` for a boolean. Never of a secret. */
  default: text(4096).nullable().default(null),
  /** Of a choice. */
  choices: z.array(text(200, 1)).max(50).default([]),
});
export type ScriptParameter = z.infer<typeof ParameterFields>;
/** A script reads its parameters as environment variables of the same name. */
export const ScriptParameter = ParameterFields.superRefine((parameter, context) => {
  const { type, choices, default: value } = parameter;
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if ((type === 'choice') !== choices.length > 0) refuse('choices', 'are what a choice has, and nothing else');
  if (value === null || value === '') return;
  const problem = type === 'secret' ? 'must not be kept for a secret' : misfit(parameter, value);
  if (problem) refuse('default', problem);
});

/** Free name; empty: uncategorized. Clients resolve `.` and `..` in a path before they send it, however they are encoded. */
export const Category = text(100)
  .trim()
  .refine((name) => name !== '.' && name !== '..', 'must be a name');
export const System = z.enum(['linux', 'windows', 'darwin']);
export type System = z.infer<typeof System>;

const fields = {
  name: Name,
  description: text(2000).trim(),
  shell: Shell,
  body: ScriptText,
  category: Category,
  parameters: z
    .array(ScriptParameter)
    .max(50)
    .refine(
      (all) => new Set(all.map(({ name }) => name.toUpperCase())).size === all.length,
      'must have different names',
    ),
  /** Systems it is meant for; none: any. */
  systems: z.array(System).max(3),
  timeout_sec: z.number().int().min(10).max(86_400),
};
export const ScriptCreate = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  category: fields.category.default(''),
  parameters: fields.parameters.default([]),
  systems: fields.systems.default([]),
  timeout_sec: TimeoutSec,
});
export type ScriptCreate = z.infer<typeof ScriptCreate>;
/** What is not named stays; with `expected_version` it is refused when somebody else saved meanwhile. */
export const ScriptUpdate = z.strictObject(fields).partial().extend({ expected_version: z.number().int().optional() });
export type ScriptUpdate = z.infer<typeof ScriptUpdate>;
export const ScriptRestore = z.strictObject({
  version: z.number().int(),
  expected_version: z.number().int().optional(),
});
export type ScriptRestore = z.infer<typeof ScriptRestore>;

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
/** A task, a check or the remediation of a check that names a script. */
export const ScriptUse = z.object({ kind: z.enum(['task', 'check', 'remediation']), id: Id, name: z.string() });
export type ScriptUse = z.infer<typeof ScriptUse>;
export const ScriptList = z.object({ scripts: z.array(ScriptSummary), next_cursor: z.string().optional() });
export type ScriptSummary = z.infer<typeof ScriptSummary>;
export const Script = ScriptSummary.extend({
  body: z.string(),
  /** Tasks and checks that name it, of which the caller may see. */
  used_by: z.array(ScriptUse),
  /** How many more there are. */
  used_elsewhere: z.number().int(),
}).meta({ id: 'Script' });
export type Script = z.infer<typeof Script>;
export const ScriptQuery = z.strictObject({
  q: text(200).optional().describe('Text in its name or description'),
  category: Category.optional(),
  shell: Shell.optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type ScriptQuery = z.infer<typeof ScriptQuery>;

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

export type ScriptVersion = z.infer<typeof ScriptVersion>;
/** Newest first. */
export const ScriptVersions = z.object({ versions: z.array(ScriptVersion) });

export const CategoryCount = z.object({ name: z.string(), count: z.number().int() });
export type CategoryCount = z.infer<typeof CategoryCount>;
export const CategoryList = z.object({ categories: z.array(CategoryCount) });
export const CategoryName = z.strictObject({ name: Category.refine((name) => name !== '', 'must be a name') });

/** A run of a library script on one device. Without timeout_sec the script's own. */
export const RunScript = z.strictObject({
  script_id: Id,
  require_approval: z.boolean().default(true),
  args: Args.default([]),
  env: Env.default({}),
  timeout_sec: z.number().int().min(10).max(86_400).optional(),
});
export type RunScript = z.infer<typeof RunScript>;

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
