/** What a script is run with: arguments, and variables of its environment. */
import { z } from 'zod';
import { text } from './common.ts';

/** Positional arguments of a run. */
export const Args = z.array(text(4096)).max(64);

/** POSIX.1-2017, 8.1, with lower case too. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/**
 * What would change how an interpreter or what it calls starts, rather than what the script does; and what is Muster's own. A
 * secret is shown to nobody who approves, so it must not be a command by its name.
 */
const RESERVED = new RegExp(
  `^(${[
    '__proto__$|RMM_|LD_|DYLD_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|PATH$|PATHEXT$|COMSPEC$|SystemRoot$|windir$',
    'IFS$|BASH_ENV$|ENV$|SHELLOPTS$|BASHOPTS$|PS4$|PROMPT_COMMAND$|PYTHON[A-Z0-9]+$',
    'PSModulePath$|PSExecutionPolicyPreference$|__PSLockdownPolicy$|DOTNET_|COMPlus_|CORECLR_|COR_',
    'NODE_OPTIONS$|PERL5|RUBY(OPT|LIB)$|JAVA_TOOL_OPTIONS$|_JAVA_OPTIONS$',
    'GIT_(SSH|CONFIG|EXEC_PATH|EXTERNAL_DIFF|ASKPASS|PAGER|EDITOR|PROXY_COMMAND|SEQUENCE_EDITOR|TEMPLATE_DIR)',
  ].join('|')})`,
  'i',
);
export const VariableName = z
  .string()
  .regex(VARIABLE, 'must be letters, digits and underscores, and begin with no digit')
  .refine((name) => !RESERVED.test(name), 'is reserved');
/** Environment of a run, beside the machine's own. */
export const Env = z
  .record(VariableName, text(32_768))
  .refine((env) => Object.keys(env).length <= 64, 'must hold at most 64 variables')
  // Windows knows no case in them.
  .refine(
    (env) => new Set(Object.keys(env).map((name) => name.toUpperCase())).size === Object.keys(env).length,
    'must have different names',
  );
export type Env = z.infer<typeof Env>;
