import type { Shell } from '../../schema/shell.ts';
import { isAtLeast, PYTHON_JOBS_SINCE } from '../agent-version.ts';
import { conflict } from '../problem.ts';

interface Target {
  id: string;
  hostname: string;
  version: string;
}

/** How many devices the sentence names; the answer's `devices` has them all. */
const NAMED_MAX = 10;

/** Python jobs need a recent agent on every device (SPEC.md, Job). @throws 409 agent_too_old, naming version and devices */
export function requirePythonAgents(shell: Shell, targets: Target[]): void {
  if (shell !== 'python') return;
  const outdated = targets.filter(({ version }) => !isAtLeast(version, PYTHON_JOBS_SINCE));
  if (outdated.length === 0) return;
  const named = outdated.slice(0, NAMED_MAX).map(({ hostname, version }) => `${hostname} (${version || 'unknown'})`);
  const others = outdated.length - named.length;
  const list = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
  throw conflict(
    'agent_too_old',
    `Python jobs need agent ${PYTHON_JOBS_SINCE} or later. Update the agent first on: ${list}.`,
    {
      required_version: PYTHON_JOBS_SINCE,
      devices: outdated.map(({ id, hostname, version }) => ({ id, hostname, version })),
    },
  );
}
