import type { System } from '../../schema/scripts.ts';
import { ARGUMENTS_SINCE, isAtLeast, PYTHON_JOBS_SINCE } from '../agent-version.ts';
import { conflict } from '../problem.ts';
import type { JobContent } from './content.ts';

export interface Target {
  id: string;
  hostname: string;
  version: string;
  os_family: string;
}

/** How many devices the sentence names; the answer's `devices` has them all. */
const NAMED_MAX = 10;

/**
 * Whether these devices can run it: python needs a recent agent (SPEC.md, Job), arguments and variables as well, and a script
 * of the library one of its systems. @throws 409 agent_too_old or script_not_for_system, naming the devices
 */
export function requireAble(content: JobContent, targets: readonly Target[], systems: readonly System[] = []): void {
  if (content.shell === 'python') requireAgents(targets, PYTHON_JOBS_SINCE, 'Python jobs need');
  const given = (content.args?.length ?? 0) + Object.keys(content.env ?? {}).length;
  if (given > 0) requireAgents(targets, ARGUMENTS_SINCE, 'Arguments and variables need');
  requireSystems(targets, systems);
}

function requireAgents(targets: readonly Target[], required: string, need: string): void {
  const outdated = targets.filter(({ version }) => !isAtLeast(version, required));
  if (outdated.length === 0) return;
  const list = naming(outdated.map(({ hostname, version }) => `${hostname} (${version || 'unknown'})`));
  throw conflict('agent_too_old', `${need} agent ${required} or later. Update the agent first on: ${list}.`, {
    required_version: required,
    devices: outdated.map(({ id, hostname, version }) => ({ id, hostname, version })),
  });
}

function requireSystems(targets: readonly Target[], systems: readonly string[]): void {
  if (systems.length === 0) return;
  const others = targets.filter(({ os_family }) => !systems.includes(os_family));
  if (others.length === 0) return;
  const list = naming(others.map(({ hostname, os_family }) => `${hostname} (${os_family})`));
  throw conflict('script_not_for_system', `This script is for ${systems.join(', ')} and cannot run on: ${list}.`, {
    devices: others.map(({ id, hostname, version }) => ({ id, hostname, version })),
  });
}

function naming(devices: string[]): string {
  const named = devices.slice(0, NAMED_MAX).join(', ');
  return devices.length > NAMED_MAX ? `${named} and ${devices.length - NAMED_MAX} more` : named;
}
