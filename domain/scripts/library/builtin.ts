import type { ScriptParameter, System } from '../../../schema/scripts.ts';
import type { Shell } from '../../../schema/shell.ts';

/** A script that comes with Muster. Its text lies beside, in `<key>.<extension of its shell>`. */
export interface Builtin {
  /** Never changes: by it a later version is known to be the same script. */
  key: string;
  name: string;
  description: string;
  category: string;
  shell: Shell;
  /** In which it was written to run. */
  systems: System[];
  parameters?: ScriptParameter[];
  timeout_sec?: number;
}

type Options = Partial<Omit<ScriptParameter, 'name' | 'type' | 'description'>>;
const parameter = (
  type: ScriptParameter['type'],
  name: string,
  description: string,
  options: Options = {},
): ScriptParameter => ({ name, type, description, required: false, default: null, choices: [], ...options });

export const textOf = (name: string, description: string, options?: Options) =>
  parameter('text', name, description, options);
export const numberOf = (name: string, description: string, value: number) =>
  parameter('number', name, description, { default: String(value) });
export const secretOf = (name: string, description: string) => parameter('secret', name, description);
export const switchOf = (name: string, description: string, on: boolean) =>
  parameter('boolean', name, description, { default: String(on) });
export const choiceOf = (name: string, description: string, choices: string[]) =>
  parameter('choice', name, description, { choices, default: choices[0] ?? null });
/** What removes or changes something only says what it would do, unless told otherwise. */
export const dryRun = switchOf('DRY_RUN', 'Only say what would be done', true);
