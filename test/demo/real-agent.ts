import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { artifactName, hostTarget } from '../../agent/build.ts';
import type { Call } from './api.ts';
import type { Placement } from './organisation.ts';

export interface RealAgent {
  stop: () => Promise<void>;
}

/**
 * Enrolls this machine with the published agent, as a device like any other: jobs that are approved in the demo for it
 * really run here, as the user who started the demo. @throws what the agent says when it cannot enroll.
 */
export async function startRealAgent(
  call: Call,
  dataDir: string,
  url: string,
  placement: Placement,
): Promise<RealAgent> {
  const target = hostTarget();
  const binary = join(dataDir, 'dl', artifactName(target ?? 'linux-x64'));
  if (!target || !existsSync(binary)) throw new Error('there is no agent for this machine; see the log above');
  const stateDir = join(dataDir, 'agent');
  const common = ['-server', url, '-state-dir', stateDir];
  if (!existsSync(join(stateDir, 'identity.json'))) {
    const { site_id, group_id } = placement;
    const { id, token } = await call('POST /api/enroll-tokens', {
      body: { description: 'Demo, this machine', site_id, group_id, ttl_hours: 1 },
    });
    const code = await exitOf(start(binary, [...common, '-enroll-token', token, '-enroll-only']));
    await call('DELETE /api/enroll-tokens/:id', { params: { id } });
    if (code !== 0) throw new Error(`the agent did not enroll: exit code ${code}`);
  }
  const child = start(binary, common);
  return {
    stop: async () => {
      const ended = exitOf(child);
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const start = (binary: string, args: string[]): ChildProcess =>
  spawn(binary, args, { stdio: ['ignore', 'ignore', 'ignore'] });

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
