import { ARGUMENTS_SINCE, isAtLeast, PYTHON_JOBS_SINCE } from '../agent-version.ts';
import type { JobContent } from './content.ts';
import type { Target } from './requirements.ts';

/** Whether a device can run it, as requireAble asks of all: for whoever leaves those out that cannot. */
export function isAble(
  { shell, args = [], env = {} }: JobContent,
  { version, os_family }: Pick<Target, 'version' | 'os_family'>,
  systems: readonly string[],
): boolean {
  if (shell === 'python' && !isAtLeast(version, PYTHON_JOBS_SINCE)) return false;
  if (args.length + Object.keys(env).length > 0 && !isAtLeast(version, ARGUMENTS_SINCE)) return false;
  return systems.length === 0 || systems.includes(os_family);
}
