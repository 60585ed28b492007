import type { ServiceState, Surroundings } from '../checks.ts';
import { firstLine, succeeded } from '../command.ts';

/** launchctl: "Could not find service". */
const MISSING = 113;
const LABEL = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

/** `name` is the label of a job in the system's domain (launchd.plist(5)). */
export async function service(name: string, { run }: Surroundings): Promise<ServiceState> {
  const { code, stdout, stderr } = await run('/bin/launchctl', ['print', targetOf(name)]);
  if (code === MISSING) return { state: 'missing', words: 'missing' };
  if (code !== 0) throw new Error(`launchctl failed: ${firstLine(stderr) || `exit code ${code}`}`);
  return parseJob(stdout);
}

export async function restartService(name: string, { run }: Surroundings): Promise<void> {
  succeeded('launchctl', await run('/bin/launchctl', ['kickstart', '-k', targetOf(name)]));
}

function targetOf(name: string): string {
  if (!LABEL.test(name)) throw new Error('This is no label of a launchd job.');
  return `system/${name}`;
}

/** The first `state = …`, of the job itself; those of what it opened are further in. */
export function parseJob(text: string): ServiceState {
  const [, words] = /^\tstate = (.+)$/m.exec(text) ?? [];
  if (words === undefined) throw new Error('launchctl did not tell the state of the job.');
  if (words === 'running') return { state: 'running', words };
  return { state: /^(spawn|starting|xpcproxy)/.test(words) ? 'starting' : 'stopped', words };
}
