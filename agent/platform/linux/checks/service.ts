import type { ServiceState, Surroundings } from '../../checks.ts';
import { succeeded } from '../../command.ts';

/** A unit's name; systemctl takes `*`, `?` and `[` as patterns, and would restart whatever fits. */
const UNIT = /^[A-Za-z0-9_@:.\\][A-Za-z0-9_@:.\\-]*$/;

export async function service(name: string, { run }: Surroundings): Promise<ServiceState> {
  const properties = ['LoadState', 'ActiveState', 'SubState'].map((property) => `--property=${property}`);
  const output = await run('systemctl', ['show', '--no-pager', ...properties, '--', unitName(name)]);
  return parseUnit(succeeded('systemctl', output));
}

export async function restartService(name: string, { run }: Surroundings): Promise<void> {
  succeeded('systemctl', await run('systemctl', ['--no-ask-password', 'restart', '--', unitName(name)]));
}

function unitName(name: string): string {
  if (!UNIT.test(name)) throw new Error('This is no name of a systemd unit.');
  return name;
}

/** org.freedesktop.systemd1(5): a unit that nobody wrote has LoadState not-found, and is inactive. */
export function parseUnit(text: string): ServiceState {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const active = value('ActiveState');
  const words = [active, value('SubState')].filter(Boolean).join(', ');
  if (active === 'active' || active === 'reloading' || active === 'refreshing') return { state: 'running', words };
  if (value('LoadState') === 'not-found') return { state: 'missing', words };
  if (active === '') throw new Error('systemctl did not tell the state of the unit.');
  return { state: active === 'activating' ? 'starting' : 'stopped', words };
}
