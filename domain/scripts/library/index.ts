import type { Shell } from '../../../schema/shell.ts';
import type { Builtin } from './builtin.ts';
import { linux } from './linux.ts';
import { unix } from './unix.ts';
import { windows } from './windows.ts';

/** The scripts that come with Muster, without their texts; runtime/script-library.ts reads those. */
export const builtins: readonly Builtin[] = [...unix, ...linux, ...windows];

const extensions: Record<Shell, string> = { bash: 'sh', sh: 'sh', powershell: 'ps1', cmd: 'cmd', python: 'py' };

/** Name of the file in this folder. */
export const fileOf = ({ key, shell }: Pick<Builtin, 'key' | 'shell'>): string => `${key}.${extensions[shell]}`;
